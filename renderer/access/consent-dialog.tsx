import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Consent } from '#shared/app-surface.ts'
import { agentsKey, approveConsent, consentsKey, consentsQuery, denyConsent } from '../api/access-queries.ts'
import { ScopeTable } from './scope-table.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { showSuccess } from '../ui/toast.tsx'
import type { DialogProps } from '../state/dialogs.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import './connect-page.css'
import { cachedByLanguage, t, tNodes } from '../ui/text.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    consent: { readonly code: string }
  }
}

interface ConsentDialogProps extends DialogProps<'consent'> {
  /** While another dialog is open, a waiting agent is shown later. */
  readonly isOtherOpen: boolean
}

/** Asks the owner whether a waiting agent may have access. Closing it leaves the request waiting. */
export function ConsentDialog({ request, isOtherOpen, onClose }: ConsentDialogProps) {
  const { data: waiting = [] } = useQuery(consentsQuery)
  const [putOff, setPutOff] = useState<readonly string[]>([])
  const shown =
    waiting.find(({ code }) => code === request?.code) ?? waiting.find(({ code }) => !putOff.includes(code))
  const close = (): void => {
    if (shown) setPutOff([...putOff, shown.code])
    onClose()
  }
  return (
    <Dialog
      title={shown ? t('Allow “{name}” to use your catalog?', { name: shown.client.name }) : t('No request')}
      open={shown !== undefined && !isOtherOpen}
      onClose={close}
      keepOnOutsidePress
    >
      {shown && <ConsentForm key={shown.code} consent={shown} onDone={onClose} />}
    </Dialog>
  )
}

const resourceNames = cachedByLanguage((): Readonly<Record<Consent['resources'][number], string>> => ({
  mcp: t('the MCP server'),
  api: t('the HTTP API'),
}))

function ConsentForm({ consent, onDone }: { consent: Consent; onDone: () => void }) {
  const { workspace } = useWorkspace()
  const [workspaceId, setWorkspaceId] = useState(workspace.id)
  const [scopes, setScopes] = useState<readonly string[]>(consent.preselected)
  const isReady = useReady()
  const { approve, deny } = useAnswers(consent, onDone)
  const error = approve.error ?? deny.error
  return (
    <div className="stack">
      <WhoAsks consent={consent} />
      <WorkspaceField value={workspaceId} onChange={setWorkspaceId} />
      <ScopeTable
        scopes={scopes}
        offered={consent.scopes}
        error={scopes.length === 0 ? t('Choose what it may do, or do not allow it.') : undefined}
        onChange={setScopes}
      />
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <div className="ui-dialog-actions">
        <Button busy={deny.isPending} onClick={() => deny.mutate()}>
          {t('Do not allow')}
        </Button>
        <Button
          variant="primary"
          disabled={!isReady || scopes.length === 0}
          busy={approve.isPending}
          onClick={() => approve.mutate({ workspace_id: workspaceId, scopes })}
        >
          {t('Allow')}
        </Button>
      </div>
    </div>
  )
}

function WhoAsks({ consent: { client, resources, code } }: { consent: Consent }) {
  return (
    <>
      <p>
        {tNodes(
          'It calls itself “{name}” and works through {resources}. The access is handed over to {strong}.',
          {
            name: client.name,
            resources: resources.map((resource) => resourceNames()[resource]).join(' and '),
            strong: <strong>{client.destination}</strong>,
          },
        )}
      </p>
      <p>
        {t('Allow it only if the page of the agent shows this code:')}
        <output className="consent-code" aria-label={t('Code')}>
          {code}
        </output>
      </p>
    </>
  )
}

function WorkspaceField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { session } = useWorkspace()
  return (
    <Field label={t('Workspace')}>
      {({ id }) => (
        <Select
          id={id}
          value={value}
          options={session.workspaces.map(({ id: value, name }) => ({ value, label: name }))}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function useAnswers(consent: Consent, onDone: () => void) {
  const queryClient = useQueryClient()
  const { code, client } = consent
  const end = async (said: string): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: consentsKey })
    showSuccess(said)
    onDone()
  }
  const approve = useMutation({
    mutationFn: (approval: Parameters<typeof approveConsent>[1]) => approveConsent(code, approval),
    onSuccess: async (_answer, { workspace_id: id }) => {
      await end(t('{name} is allowed in', { name: client.name }))
      void queryClient.invalidateQueries({ queryKey: agentsKey(id) })
    },
  })
  const deny = useMutation({
    mutationFn: () => denyConsent(code),
    onSuccess: () => end(t('{name} was turned away', { name: client.name })),
  })
  return { approve, deny }
}

const restMs = 800

/** False at first: a click meant for an earlier dialog must not allow anything. */
function useReady(): boolean {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  return isReady
}
