import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { invitationsQuery, peopleKey, withdrawInvitation } from '../api/people-queries.ts'
import { roleTexts } from '../state/role-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatDay } from '../ui/format-time.ts'
import { PageTable } from '../ui/page-table.tsx'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

/** The invitations that nobody has accepted yet. */
export function WaitingInvitations() {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const { data: invitations = [] } = useQuery(invitationsQuery(workspace.id))
  const withdrawal = useMutation({
    mutationFn: (id: string) => withdrawInvitation(workspace.id, id),
    onError: (error) => showError(t('The invitation was not withdrawn'), { description: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: peopleKey(workspace.id) }),
  })
  if (invitations.length === 0) return null
  return (
    <section className="api-section" aria-labelledby="people-invited">
      <h2 id="people-invited">{t('Invited')}</h2>
      <PageTable
        columns={[t('E-mail'), t('Role'), t('Invited by'), t('Valid until'), { unseen: t('Actions') }]}
      >
        {invitations.map(({ id, email, role, invited_by: by, expires_at: end }) => (
          <tr key={id}>
            <th scope="row">{email}</th>
            <td>{roleTexts()[role].name}</td>
            <td>{by ?? t('the command line')}</td>
            <td>{formatDay(end)}</td>
            <td className="api-row-action">
              <Button
                variant="ghost"
                aria-label={t('Withdraw the invitation of {email}', { email })}
                onClick={() => withdrawal.mutate(id)}
              >
                {t('Withdraw')}
              </Button>
            </td>
          </tr>
        ))}
      </PageTable>
    </section>
  )
}
