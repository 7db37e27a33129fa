import { limits } from '@inlet/contract'
import { ImageOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Field } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'

interface LogoFieldProps {
  /** What is shown now: the chosen image, or the one that is there. */
  shownUrl: string | null
  /** A data URL of the chosen file, or null for none. */
  onChange: (logo: string | null) => void
  /** What the server says of the one that was sent. */
  error: string | undefined
}

const hint = `PNG, JPEG or WebP, at most ${limits.logoMaxBytes / 1000} kB and ${limits.logoMaxPixels} × ${limits.logoMaxPixels} pixels. Without a logo, the first letter of the name is shown.`

/** The logo: a file of this device, whose bytes go with the form. */
export function LogoField({ shownUrl, onChange, error }: LogoFieldProps) {
  const [fileError, setFileError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const empty = () => {
    if (input.current) input.current.value = ''
  }
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (file.size > limits.logoMaxBytes) {
      // The field would name a file that is not sent.
      empty()
      return setFileError(
        `The file is ${Math.ceil(file.size / 1000)} kB; the limit is ${limits.logoMaxBytes / 1000} kB`,
      )
    }
    setFileError(undefined)
    onChange(await dataUrlOf(file))
  }
  const remove = () => {
    empty()
    setFileError(undefined)
    onChange(null)
  }
  return (
    <div className="flex items-start gap-3">
      <span className="mt-[1.625rem] grid size-12 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-white">
        {shownUrl === null ? (
          <ImageOff aria-hidden className="size-5 text-[#8b8b96]" />
        ) : (
          <img src={shownUrl} alt="The logo" className="size-full object-contain" />
        )}
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <Field label="Logo" hint={hint} error={fileError ?? error}>
          <Input
            ref={input}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            onChange={(event) => {
              choose(event.target.files?.[0]).catch(() => setFileError('The file could not be read'))
            }}
            className="py-1 file:mr-2 file:rounded file:bg-subtle file:px-2 file:text-ink file:text-xs"
          />
        </Field>
        {shownUrl !== null && (
          <Button size="small" className="w-fit" onClick={remove}>
            Remove logo
          </Button>
        )}
      </div>
    </div>
  )
}

/** The bytes of a file as a data URL in base64. */
const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error('no text')))
    reader.onerror = () => reject(reader.error ?? new Error('not read'))
    reader.readAsDataURL(file)
  })
