import { Moon, Sun, SunMoon } from 'lucide-react'
import { Menu, MenuChoice } from '../ui/menu.tsx'
import { chooseTheme, useTheme } from '../state/theme.ts'

const icons = { system: SunMoon, light: Sun, dark: Moon }
const choices = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function ThemeMenu() {
  const theme = useTheme()
  const Icon = icons[theme]
  return (
    <Menu
      trigger={
        <button type="button" className="side-link">
          <Icon aria-hidden />
          <span className="side-link-text">Appearance</span>
        </button>
      }
    >
      <MenuChoice label="Appearance" value={theme} choices={choices} onChange={chooseTheme} />
    </Menu>
  )
}
