import { shortcutGroups } from '../commands/shortcut-list.ts'
import { HelpPage } from '../help/help-page.tsx'

export function HelpWithShortcuts() {
  return <HelpPage shortcuts={shortcutGroups()} />
}
