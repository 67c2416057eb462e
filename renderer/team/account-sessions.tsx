import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PersonSession } from '#shared/schemas/team.ts'
import { accountKey, endOtherSessions, endSession, sessionsQuery } from '../api/account-queries.ts'
import { Button } from '../ui/button.tsx'
import { formatAgo, formatDay } from '../ui/format-time.ts'
import { Notice } from '../ui/notice.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

/** The browsers that are signed in with the account; each can be signed out from here. */
export function AccountSessions() {
  const queryClient = useQueryClient()
  const { data: sessions = [], error } = useQuery(sessionsQuery)
  const ending = useMutation({
    mutationFn: (id: string | undefined) => (id === undefined ? endOtherSessions() : endSession(id)),
    onError: (fault) => showError(t('It was not signed out'), { description: fault.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  })
  return (
    <section className="api-section" aria-labelledby="account-sessions">
      <div className="api-section-head">
        <h2 id="account-sessions">{t('Where you are signed in')}</h2>
        {sessions.length > 1 && (
          <Button onClick={() => ending.mutate(undefined)}>{t('Sign out everywhere else')}</Button>
        )}
      </div>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {sessions.length > 0 && (
        <PageTable
          columns={[
            t('Browser'),
            t('From address'),
            t('Last used'),
            t('Signed in'),
            { unseen: t('Actions') },
          ]}
        >
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} onEnd={() => ending.mutate(session.id)} />
          ))}
        </PageTable>
      )}
    </section>
  )
}

function SessionLine({ session, onEnd }: { session: PersonSession; onEnd: () => void }) {
  const { agent, address, last_used_at: used, created_at: begun, is_current: isHere } = session
  const browser = nameBrowser(agent)
  return (
    <tr>
      <th scope="row">
        {browser}
        {isHere && <span className="team-mark">{t('this one¦browser')}</span>}
      </th>
      <td>{address}</td>
      <td>{formatAgo(used)}</td>
      <td>{formatDay(begun)}</td>
      <td className="api-row-action">
        {!isHere && (
          <Button
            variant="ghost"
            aria-label={t('Sign out {browser} at {address}', { browser, address })}
            onClick={onEnd}
          >
            {t('Sign out')}
          </Button>
        )}
      </td>
    </tr>
  )
}

const browsers = [
  [/Vitrine|Electron/, 'Vitrine'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

const systems = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** What a browser says of itself, in two words. */
function nameBrowser(agent: string): string {
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1]
  const system = systems.find(([sign]) => sign.test(agent))?.[1]
  if (browser === undefined) return agent.slice(0, 40) || t('Unknown browser')
  return system === undefined ? browser : `${browser}, ${system}`
}
