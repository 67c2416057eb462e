import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes, formatMoment } from '../ui/format-count.ts'
import type { Diagnostics } from '#shared/schemas/app-surface.ts'
import {
  checkWorkspace,
  diagnosticsQuery,
  readLog,
  type WorkspaceCheck,
} from '../api/workspace-file-queries.ts'
import { Button, CopyButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showError } from '../ui/toast.tsx'
import '../ui/page.css'
import './diagnostics-page.css'
import { t, tNodes } from '../ui/text.ts'

type FileState = Diagnostics['workspaces'][number]

export function DiagnosticsPage() {
  const { data, error, refetch } = useQuery(diagnosticsQuery)
  return (
    <div className="api-page">
      <header>
        <h1 className="catalog-title">{t('Diagnostics')}</h1>
        <p className="ui-field-hint">
          {t(
            'The state of this Vitrine. The log names no key and no password; it can be sent to somebody who helps.',
          )}
        </p>
      </header>
      {error !== null && (
        <Notice tone="danger" title={t('The state of the program cannot be read')}>
          {error.message}
        </Notice>
      )}
      {data !== undefined && <Program state={data} onRefresh={() => void refetch()} />}
      {data?.workspaces.map((file) => (
        <WorkspaceFile key={file.id} file={file} />
      ))}
      {data !== undefined && <Log lines={data.log} />}
    </div>
  )
}

function Program({ state, onRefresh }: { state: Diagnostics; onRefresh: () => void }) {
  const facts: readonly (readonly [string, string])[] = [
    [t('Vitrine'), state.version],
    [
      t('Node'),
      state.electron === null
        ? state.node
        : t('{node}, Electron {electron}', { node: state.node, electron: state.electron }),
    ],
    [t('System'), state.platform],
    [
      t('File format'),
      t('{file_format}; older files are upgraded to it, newer ones cannot be opened', {
        file_format: state.file_format,
      }),
    ],
    [t('Running since'), formatMoment(state.started_at)],
    [t('Memory'), formatBytes(state.memory_bytes)],
    [t('Address'), state.origin],
    [t('Data folder'), state.data_folder],
    [t('Free on its disk'), state.free_bytes === null ? 'unknown' : formatBytes(state.free_bytes)],
  ]
  return (
    <section className="api-section" aria-labelledby="diagnostics-program">
      <div className="api-section-head">
        <h2 id="diagnostics-program">{t('Program')}</h2>
        <span className="diagnostics-buttons">
          <CopyButton text={facts.map((fact) => fact.join(': ')).join('\n')} label={t('Copy')} />
          <Button onClick={onRefresh}>{t('Read again')}</Button>
        </span>
      </div>
      <Facts facts={facts} />
    </section>
  )
}

function WorkspaceFile({ file }: { file: FileState }) {
  const check = useMutation({ mutationFn: () => checkWorkspace(file.id) })
  return (
    <section className="api-section" aria-label={t('Workspace {name}', { name: file.name })}>
      <div className="api-section-head">
        <h2>{file.name}</h2>
        <Button onClick={() => check.mutate()} busy={check.isPending}>
          {check.isPending ? t('Checking…') : t('Check for damage')}
        </Button>
      </div>
      <Facts
        facts={[
          [t('File'), file.file],
          [
            t('Size'),
            file.bytes === null ? t('There is no such file') : describeSize(file.bytes, file.journal_bytes),
          ],
          [t('State'), file.is_open ? t('Open') : t('Not open')],
          [t('Last closed'), describeLastEnd(file)],
        ]}
      />
      <div role="status">{check.data && <Findings {...check.data} />}</div>
      {check.error !== null && (
        <Notice tone="danger" title={t('The workspace could not be checked')}>
          {check.error.message}
        </Notice>
      )}
    </section>
  )
}

function describeLastEnd({ last_check: check, is_open: isOpen }: FileState): string {
  if (check === null) return isOpen ? t('Closed properly') : t('Not known until it is opened')
  return check.damage.length === 0
    ? t('Not closed properly; checked since, and sound')
    : t('Not closed properly, and damaged: {damage}', { damage: check.damage.join('; ') })
}

function Findings({ ok, findings }: WorkspaceCheck) {
  return (
    <>
      {ok ? (
        <p className="diagnostics-verdict">
          {tNodes('{circleCheck} The file is sound.', { circleCheck: <CircleCheck aria-hidden /> })}
        </p>
      ) : (
        <p className="diagnostics-verdict is-bad">
          {tNodes('{triangleAlert} {count} findings. Restore a backup.', {
            triangleAlert: <TriangleAlert aria-hidden />,
            count: findings.length,
          })}
        </p>
      )}
      <ul>
        {findings.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="diagnostics-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Log({ lines }: { lines: readonly string[] }) {
  const exportLog = async (): Promise<void> => {
    try {
      const { name, text } = await readLog()
      saveFile(name, new Blob([text], { type: 'text/plain' }))
    } catch (error) {
      showError(t('The log could not be exported'), { description: String(error) })
    }
  }
  return (
    <section className="api-section" aria-labelledby="diagnostics-log">
      <div className="api-section-head">
        <h2 id="diagnostics-log">{t('Log')}</h2>
        <Button onClick={() => void exportLog()}>{t('Export the log…')}</Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className="diagnostics-log" tabIndex={0} aria-label={t('Last lines of the log')}>
        {lines.length === 0 ? t('Nothing has been logged.') : lines.join('\n')}
      </pre>
    </section>
  )
}

function describeSize(bytes: number, journalBytes: number): string {
  const size = formatBytes(bytes)
  if (journalBytes === 0) return size
  return t('{size}, and {journal} in its journal', { size, journal: formatBytes(journalBytes) })
}
