import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { hasRole } from '#shared/team.ts'
import { peopleQuery } from '../api/people-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { t } from '../ui/text.ts'
import { AuditList } from './audit-list.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonLine } from './person-line.tsx'
import { WaitingInvitations } from './waiting-invitations.tsx'
import '../ui/page.css'
import './team.css'

/** Who works in the workspace, who is invited, and what was done about access. A server of one owner has nobody else. */
export function PeoplePage() {
  const { session, workspace } = useWorkspace()
  const { person } = session
  if (person === null) return <NoTeam />
  const role = person.roles[workspace.id]
  const isOwner = role !== undefined && hasRole(role, 'owner')
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('People')}</h1>
        <p className="ui-field-hint">
          {isOwner
            ? t('Who works in “{name}”, and what each may do.', { name: workspace.name })
            : t('Who works in “{name}”. Its owners invite people and give them roles.', {
                name: workspace.name,
              })}
        </p>
      </header>
      <People isOwner={isOwner} isAdministrator={person.is_administrator} ownId={person.id} />
      {isOwner && <WaitingInvitations />}
      {(isOwner || person.is_administrator) && <AuditList />}
    </div>
  )
}

function NoTeam() {
  return (
    <EmptyState icon={Users} title={t('Nobody signs in here')}>
      <p>{t('This Vitrine is yours alone. A team shares one that is started with vitrine serve --team.')}</p>
    </EmptyState>
  )
}

export interface Standing {
  readonly isOwner: boolean
  readonly isAdministrator: boolean
  readonly ownId: string
}

function People(standing: Standing) {
  const { workspace } = useWorkspace()
  const { data: people, error } = useQuery(peopleQuery(workspace.id))
  const [isInviting, setIsInviting] = useState(false)
  return (
    <section className="api-section" aria-labelledby="people-members">
      <div className="api-section-head">
        <h2 id="people-members">{t('Members')}</h2>
        {standing.isOwner && (
          <Button variant="primary" onClick={() => setIsInviting(true)}>
            <UserPlus aria-hidden />
            {t('Invite somebody')}
          </Button>
        )}
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {people === undefined && error === null && <Skeleton height={72} />}
      {people !== undefined && (
        <PageTable columns={[t('Name'), t('E-mail'), t('Role'), t('Last seen'), { unseen: t('Actions') }]}>
          {people.map((person) => (
            <PersonLine key={person.id} person={person} standing={standing} />
          ))}
        </PageTable>
      )}
      <InviteDialog open={isInviting} onClose={() => setIsInviting(false)} />
    </section>
  )
}
