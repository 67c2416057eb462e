import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Users, X } from 'lucide-react'
import type { DesktopBridge, TeamCatalog, TeamRefusal } from '#shared/desktop-bridge.ts'
import { IconButton } from '../ui/button.tsx'
import { showError, errorText } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

export const teamCatalogsKey = ['team-catalogs'] as const

interface TeamCatalogListProps {
  desktop: DesktopBridge
  onRefused: (catalog: TeamCatalog, refusal: TeamRefusal) => void
}

export function TeamCatalogList({ desktop, onRefused }: TeamCatalogListProps) {
  const { data: catalogs = [] } = useQuery({
    queryKey: teamCatalogsKey,
    queryFn: () => desktop.listTeamCatalogs(),
    staleTime: 0,
  })
  if (catalogs.length === 0) return null
  return (
    <section className="start-recent" aria-labelledby="start-teams">
      <h2 id="start-teams">{t('Team catalogs')}</h2>
      <ul>
        {catalogs.map((catalog) => (
          <CatalogEntry key={catalog.origin} catalog={catalog} desktop={desktop} onRefused={onRefused} />
        ))}
      </ul>
    </section>
  )
}

function CatalogEntry({ catalog, desktop, onRefused }: TeamCatalogListProps & { catalog: TeamCatalog }) {
  const queryClient = useQueryClient()
  const { origin, name } = catalog
  const { host } = new URL(origin)
  const refresh = () => queryClient.invalidateQueries({ queryKey: teamCatalogsKey })
  const open = async (): Promise<void> => {
    const refusal = await desktop.openTeamCatalog(origin)
    if (refusal !== null) onRefused(catalog, refusal)
    await refresh()
  }
  const forget = async (): Promise<void> => {
    await desktop
      .forgetTeamCatalog(origin)
      .catch((error: unknown) => showError(t('It could not be removed'), { description: errorText(error) }))
    await refresh()
  }
  return (
    <li className="start-team">
      <button type="button" className="start-way" onClick={() => void open()}>
        <Users aria-hidden />
        <span>
          <strong>{name}</strong>
          <span className="start-hint">{host}</span>
        </span>
      </button>
      <IconButton label={t('Remove {name} from this list', { name })} onClick={() => void forget()}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
