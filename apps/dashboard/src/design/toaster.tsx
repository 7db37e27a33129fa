import { Toaster as Sonner } from 'sonner'

/** Where notices appear. They close by themselves, so they never hold what is nowhere else. */
export const Toaster = ({ theme }: { theme: 'light' | 'dark' | 'system' }) => (
  <Sonner
    theme={theme}
    position="bottom-right"
    closeButton
    toastOptions={{
      className: 'border-line! bg-raised! text-ink! text-ui! shadow-lift!',
      classNames: { success: '[&_[data-icon]]:text-good!', error: '[&_[data-icon]]:text-danger!' },
    }}
  />
)
