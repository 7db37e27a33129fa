import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'
import { MenuItem, MenuLabel } from '../design/menu.tsx'
import { applyTheme, storedTheme, type Theme, themes } from './theme.ts'

interface CurrentTheme {
  theme: Theme
  choose: (theme: Theme) => void
}

const Current = createContext<CurrentTheme | null>(null)

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(storedTheme)
  const choose = (next: Theme) => {
    applyTheme(next)
    setTheme(next)
  }
  return <Current value={{ theme, choose }}>{children}</Current>
}

/** The theme of the page, and how to choose another one. */
export function useTheme(): CurrentTheme {
  const current = use(Current)
  if (!current) throw new Error('There is no theme around this')
  return current
}

export const themeLooks = {
  system: { name: 'System', icon: Monitor },
  light: { name: 'Light', icon: Sun },
  dark: { name: 'Dark', icon: Moon },
}

/** The part of a menu that chooses the theme. */
export function ThemeItems() {
  const { theme, choose } = useTheme()
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      {themes.map((each) => (
        <MenuItem
          key={each}
          icon={themeLooks[each].icon}
          onSelect={() => choose(each)}
          end={each === theme && <Check aria-label="chosen" />}
        >
          {themeLooks[each].name}
        </MenuItem>
      ))}
    </>
  )
}
