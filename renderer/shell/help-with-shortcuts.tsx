import { shortcutGroups } from '../commands/shortcut-list.ts'
import { HelpPage } from '../help/help-page.tsx'

/** The help with the shortcuts of the app. */
export function HelpWithShortcuts() {
  return <HelpPage shortcuts={shortcutGroups()} />
}
