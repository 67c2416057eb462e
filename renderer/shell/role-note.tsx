import { useQuery } from '@tanstack/react-query'
import { Eye, MessageSquareDashed } from 'lucide-react'
import { peopleQuery } from '../api/people-queries.ts'
import { goTo, createLocation } from '../query/location.ts'
import { neededFor, type Right, useMay, roleTexts } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { cachedByLocale, t } from '../ui/text.ts'

export function RoleNote({ change }: { change: Right | null }) {
  const may = useMay()
  const names = useNamesToAsk()
  if (!may('values'))
    return (
      <p className="page-banner role-note">
        <Eye aria-hidden />
        <span className="page-banner-text">
          {t(
            'You can view, search and export here, but not change anything. {names} can give you another role.',
            {
              names,
            },
          )}
        </span>
      </p>
    )
  if (change === 'values') return may('rows') ? null : <ProposalNote />
  return change === null || may(change) ? null : <PageNote right={change} names={names} />
}

function ProposalNote() {
  const { workspace } = useWorkspace()
  return (
    <p className="page-banner role-note">
      <MessageSquareDashed aria-hidden />
      <span className="page-banner-text">
        {t('What you type is proposed, and counts once an editor has accepted it.')}
      </span>
      <Button variant="ghost" onClick={() => goTo(createLocation(workspace.id, 'review'))}>
        {t('See its status')}
      </Button>
    </p>
  )
}

function PageNote({ right, names }: { right: Right; names: string }) {
  const needed = neededFor[right]
  return (
    <p className="page-banner role-note">
      <Eye aria-hidden />
      <span className="page-banner-text">
        {needed === 'administrator'
          ? t('You may look at this page. Administrators of the server change it.')
          : t('You may look at this page. Changing it needs the role {role}, which {names} can give you.', {
              role: roleTexts()[needed].name,
              names,
            })}
      </span>
    </p>
  )
}

const maxNames = 3
const alternatives = cachedByLocale((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))

function useNamesToAsk(): string {
  const { workspace } = useWorkspace()
  const { data: people = [] } = useQuery({ ...peopleQuery(workspace.id), staleTime: 60_000 })
  const owners = people.filter(({ role, is_disabled: isDisabled }) => role === 'owner' && !isDisabled)
  if (owners.length === 0) return t('an owner of the workspace')
  return alternatives().format(owners.slice(0, maxNames).map(({ name }) => name))
}
