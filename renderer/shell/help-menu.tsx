import { BookOpen, CircleHelp, Command, Keyboard, PartyPopper } from 'lucide-react'
import { useRef } from 'react'
import { createPlace } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { technicalDetails, theme, themeTexts } from '../state/appearance.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { useLanguageChoice } from '../state/language.ts'
import { useChoice } from '../state/stored-choice.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { byLanguage, t } from '../ui/text.ts'
import { SideButton } from './side-link.tsx'

const technicalTexts = byLanguage(() => [
  { value: 'hidden' as const, label: t('Hidden') },
  { value: 'shown' as const, label: t('Shown, for scripts') },
])

export function HelpMenu({ isFolded }: { isFolded: boolean }) {
  const { workspace } = useWorkspace()
  const openDialog = useOpenDialog()
  const chosen = useChoice(theme)
  const button = useRef<HTMLButtonElement>(null)
  const language = useLanguageChoice('menu', () => button.current)
  return (
    <Menu
      trigger={
        <SideButton ref={button} icon={CircleHelp} isFolded={isFolded}>
          {t('Help and appearance')}
        </SideButton>
      }
    >
      <MenuItem icon={BookOpen} onSelect={() => goTo(createPlace(workspace.id, 'help'))}>
        {t('Help and tours')}
      </MenuItem>
      <MenuItem icon={PartyPopper} onSelect={() => goTo(createPlace(workspace.id, 'news'))}>
        {t('What is new')}
      </MenuItem>
      <MenuItem icon={Command} hint={<Kbd keys="Ctrl K" />} onSelect={() => openDialog({ kind: 'palette' })}>
        {t('Commands')}
      </MenuItem>
      <MenuItem icon={Keyboard} hint={<Kbd keys="F1" />} onSelect={() => openDialog({ kind: 'shortcuts' })}>
        {t('Keyboard shortcuts')}
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label={t('Appearance')} value={chosen} choices={themeTexts()} onChange={theme.choose} />
      <MenuSeparator />
      <MenuChoice
        label={t('Keys and IDs')}
        value={useChoice(technicalDetails)}
        choices={technicalTexts()}
        onChange={technicalDetails.choose}
      />
      <MenuSeparator />
      <MenuChoice label={t('Language')} {...language} />
    </Menu>
  )
}
