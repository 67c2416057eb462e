import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { Replication } from '#shared/schemas/backups.ts'
import { replicationQuery } from '../api/workspace-file-queries.ts'
import { CopyButton } from '../ui/button.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { t, tNodes, cachedByLanguage } from '../ui/text.ts'
import { describeAlarm } from './replica-banner.tsx'
import '../ui/page.css'
import './diagnostics-page.css'
import './replica-page.css'

const refetchMs = 2000

export function ReplicaPage() {
  const { data, error } = useQuery(replicationQuery(refetchMs))
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Replica')}</h1>
        <p className="ui-field-hint">
          {t('A copy of everything on another disk or computer, a second behind what is saved here.')}
        </p>
      </header>
      {error !== null && (
        <Notice tone="danger" title={t('The state of the replica cannot be read')}>
          {error.message}
        </Notice>
      )}
      {data === null && <NoReplica />}
      {data && <ReplicaDetails replica={data} />}
    </div>
  )
}

function NoReplica() {
  const command = 'vitrine serve --replicate file:///mnt/replica'
  return (
    <Notice tone="info" title={t('No replica is kept')}>
      <p>
        {t(
          'Start the server with the address of a folder on another disk, of another computer (sftp://) or of a bucket (s3://):',
        )}
      </p>
      <Command text={command} />
    </Notice>
  )
}

function ReplicaDetails({ replica }: { replica: Replication }) {
  const { to, is_running: isRunning, litestream, restarts, kept_days: days, alarm, fault } = replica
  const facts: readonly (readonly [string, string])[] = [
    [t('Kept at'), to],
    [
      t('Can be restored'),
      t('{days, plural, one {any moment of the last day} other {any moment of the last # days}}', { days }),
    ],
    [
      t('Copied by'),
      isRunning
        ? t('Litestream {version}', { version: litestream })
        : t('Litestream {version}, which does not run just now', { version: litestream }),
    ],
    ...(restarts > 0
      ? [[t('Started again'), t('{restarts, plural, one {once} other {# times}}', { restarts })] as const]
      : []),
  ]
  return (
    <>
      {alarm && (
        <Notice tone="danger" title={describeAlarm(alarm)}>
          {t('Look at what is reported below, at the network and at the free space at the other end.')}
        </Notice>
      )}
      <section className="api-section" aria-label={t('Kept at')}>
        <dl className="diagnostics-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {fault !== null && <p className="replica-fault">{fault}</p>}
      </section>
      <Files databases={replica.databases} />
      <Restoring to={to} />
    </>
  )
}

function Files({ databases }: { databases: readonly ReplicatedDatabase[] }) {
  return (
    <section className="api-section" aria-labelledby="replica-files">
      <h2 id="replica-files">{t('Files')}</h2>
      <table className="replica-table">
        <thead>
          <tr>
            <th scope="col">{t('File')}</th>
            <th scope="col">{t('State')}</th>
            <th scope="col">{t('In the replica up to')}</th>
          </tr>
        </thead>
        <tbody>
          {databases.map((database) => (
            <File key={database.workspace_id ?? ''} database={database} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function File({ database }: { database: ReplicatedDatabase }) {
  const { workspace_id: id, name, state, replicated_at: at, position, fault } = database
  const isGood = state === 'current' && fault === null
  return (
    <tr>
      <th scope="row">{id === null ? t('People, keys and settings') : name}</th>
      <td>
        <span className={isGood ? 'replica-state' : 'replica-state is-late'}>
          {isGood ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
          {describeState(database)}
        </span>
        {fault !== null && <p className="replica-fault">{fault}</p>}
      </td>
      <td title={position ?? undefined}>{at === null ? '–' : formatMoment(at)}</td>
    </tr>
  )
}

function Restoring({ to }: { to: string }) {
  return (
    <section className="api-section" aria-labelledby="replica-restore">
      <h2 id="replica-restore">{t('Restoring')}</h2>
      <p>
        {tNodes(
          'In a terminal, into a folder that is new or empty. With {option} and a moment it becomes as it was then.',
          { option: <code>--at</code> },
        )}
      </p>
      <Command text={`vitrine restore --from ${to} --data FOLDER`} />
    </section>
  )
}

function Command({ text }: { text: string }) {
  return (
    <div className="api-copy-line">
      <code>{text}</code>
      <CopyButton text={text} label={t('Copy the command')} />
    </div>
  )
}

type ReplicatedDatabase = Replication['databases'][number]

function describeState({ state, lag_seconds: lag }: ReplicatedDatabase): string {
  return state === 'behind' ? t('{seconds} s behind', { seconds: Math.ceil(lag) }) : states()[state]
}

const states = cachedByLanguage((): Record<Exclude<ReplicatedDatabase['state'], 'behind'>, string> => ({
  current: t('Up to date'),
  copying: t('The first copy is being made'),
  missing: t('The file is not where it was'),
}))
