import { useQuery } from '@tanstack/react-query'
import { CircleHelp, Settings } from 'lucide-react'
import type { PaletteItem } from '../commands/palette-items.ts'
import { createPageLocation, goTo } from '../query/location.ts'
import { settingsSections } from '../settings/feature.ts'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { currentLanguage, t } from '../ui/text.ts'

/** The sections of the settings and the topics of the help, as entries of the palette. */
export function useSectionItems(isOpen: boolean): readonly PaletteItem[] {
  const { workspace } = useWorkspace()
  const may = useMay()
  const language = currentLanguage()
  const { data: topics = [] } = useQuery({
    queryKey: ['help-topics', language] as const,
    // The help is a part of the second script, which the palette does not wait for.
    queryFn: async () => (await import('../help/help-topics.ts')).listTopics([]),
    enabled: isOpen,
    staleTime: Infinity,
  })
  const sections = Object.entries(settingsSections()).filter(
    ([, { right, isShown = true }]) => isShown && (right === null || may(right)),
  )
  return [
    ...sections.map(([id, { name }]) => ({
      id: `settings ${id}`,
      icon: Settings,
      title: t('Settings: {name}', { name }),
      group: t('Settings'),
      run: () => goTo(createPageLocation(workspace.id, 'settings', { section: id })),
    })),
    ...topics.map(({ id, title }) => ({
      id: `help ${id}`,
      icon: CircleHelp,
      title: t('Help: {title}', { title }),
      group: t('Help'),
      run: () => goTo(createPageLocation(workspace.id, 'help', { topic: id })),
    })),
  ]
}
