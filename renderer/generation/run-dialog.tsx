import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AttributeConfig } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { canBeWritten } from '#shared/prompted-types.ts'
import {
  generationModes,
  type NewGeneration,
  type OverwriteMode,
  overwriteModes,
} from '#shared/generations.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { explainRefusal } from '../api/api-error.ts'
import { useProviders } from '../api/providers-queries.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { useShownType } from '../query/location.ts'
import type { DialogProps, RowScope } from '../state/dialogs.ts'
import { typeTexts } from '../state/entity-types.ts'
import { ScopeChoice, scopeAtFirst, useChosenRows } from '../state/use-chosen-rows.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Choice } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { TokenPicker } from '../ui/token-picker.tsx'
import {
  areCallsPaid,
  findBudgetFault,
  overwriteTexts,
  readDollars,
  type RunChoices,
  type RunRows,
  toEstimateBody,
  toRunRows,
  NoProvider,
  RunCost,
  RunModel,
} from './run-parts.tsx'
import './run-dialog.css'
import { t, inSentence } from '../ui/text.ts'
import type { Api } from '../api/client.ts'
import { estimateQuery, startGeneration } from '../api/generations-queries.ts'
import { isKnownToHaveEnded, jobsKey } from '../api/jobs-queries.ts'
import { startedRuns } from '../state/started-jobs.ts'
import { showSuccess } from '../ui/toast.tsx'
import { useDebouncedValue } from '../ui/focus.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    generate: GenerateData
  }
}

interface GenerateData {
  readonly type?: EntityType
  readonly attributes?: readonly string[]
  readonly scope?: RowScope
  readonly only?: { readonly id: string; readonly label: string | null }
  readonly overwrite?: OverwriteMode
  readonly again?: NewGeneration
  /** A channel whose fields are written, and its products that lack them. */
  readonly channel?: { readonly key: string; readonly name: string; readonly query: GridQuery }
}

export function RunDialog({ request, onClose }: DialogProps<'generate'>) {
  const shown = useShownType()
  const type = request?.type ?? shown
  return (
    <Dialog
      title={t('Generate values of {plural}', { plural: inSentence(typeTexts()[type].plural) })}
      open={request !== undefined}
      onClose={onClose}
      keepOnOutsidePress
    >
      {request && <RunGate {...request} type={type} onClose={onClose} />}
    </Dialog>
  )
}

interface RunFormProps extends GenerateData {
  readonly type: EntityType
  readonly onClose: () => void
}

function RunGate(props: RunFormProps) {
  const { workspace } = useWorkspace()
  const { hasNone } = useProviders()
  const { data: configs } = useQuery(attributeConfigsQuery(workspace.id, props.type))
  if (hasNone) return <NoProvider onLeave={props.onClose} />
  const generated = configs?.filter(
    (config) => canBeWritten(config) || (props.channel && props.attributes?.includes(config.key)),
  )
  if (!generated) return null
  if (generated.length > 0) return <RunForm {...props} generated={generated} />
  return (
    <Notice tone="info" title={t('Nothing is generated here yet')}>
      {t('Edit an attribute and give it a meaning, or switch on Generated and say what it is to hold.')}
    </Notice>
  )
}

const parts = [
  ['budget', 'budget'],
  ['provider', 'provider'],
  ['model', 'model'],
  ['attributes', 'attributes'],
] as const

function RunForm(props: RunFormProps & GeneratedAttributes) {
  const { generated, onClose } = props
  const { choices, change, rows, run, cost, faults, start, submit } = useRunForm(props)
  return (
    <form className="run-form" onSubmit={submit} noValidate>
      <Rows {...props} rows={rows} scope={choices.scope} onScope={(scope) => change({ scope })} />
      <Attributes
        generated={generated}
        keys={choices.attributes}
        error={faults.attributes}
        onChange={change}
      />
      <Overwrite choices={choices} onChange={change} />
      <RunModel {...{ choices, faults }} estimate={run.estimate} onChange={change} />
      {choices.attributes.length > 0 && (
        <RunCost {...{ choices, generated }} {...run} {...cost} error={faults.budget} onChange={change} />
      )}
      {faults.general !== undefined && <Notice tone="danger">{faults.general}</Notice>}
      <div className="ui-dialog-actions">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          busy={start.isPending}
          disabled={!run.body || run.isPricing || run.estimate?.to_generate === 0}
        >
          {labelOf(choices, run)}
        </Button>
      </div>
    </form>
  )
}

interface RowsProps extends RunFormProps {
  readonly rows: ReturnType<typeof useChosenRows>
  readonly scope: RowScope
  readonly onScope: (scope: RowScope) => void
}

function Rows({ type, again, only, channel, rows, scope, onScope }: RowsProps) {
  if (again)
    return (
      <p className="ui-field-hint">{t('The rows of the run before, as far as they still lack a value.')}</p>
    )
  if (channel)
    return (
      <p className="ui-field-hint">
        {t('The products of {name} that lack a value; texts keep to its lengths.', { name: channel.name })}
      </p>
    )
  if (only)
    return (
      <p className="ui-field-hint">
        {t('Only {label}.', { label: only.label ?? t('the one without a name') })}
      </p>
    )
  return <ScopeChoice type={type} rows={rows} value={scope} onChange={onScope} />
}

type Run = ReturnType<typeof useEstimate>

function labelOf({ mode }: RunChoices, { estimate, isPricing }: Run): string {
  const verb = mode === 'apply' ? t('Generate and write') : t('Generate')
  return estimate && !isPricing
    ? `${verb} ${t('{to_generate, plural, one {# value} other {# values}}', { to_generate: estimate.to_generate })}`
    : verb
}

function useRunForm({
  type,
  attributes,
  scope,
  again,
  generated,
  onClose,
  ...asked
}: RunFormProps & GeneratedAttributes) {
  const { api } = useWorkspace()
  const rows = useChosenRows(type)
  const [choices, setChoices] = useState<RunChoices>(() =>
    firstChoices(generated, again?.attributes ?? attributes, {
      scope: scope ?? scopeAtFirst(rows),
      ...(asked.overwrite && { overwrite: asked.overwrite }),
      ...chosenBefore(again),
    }),
  )
  const [isChecked, setChecked] = useState(false)
  const run = useEstimate(api, {
    type,
    choices,
    rows,
    fixed: rowsOf(again) ?? rowsOfRequest(asked),
    channel: again?.channel ?? asked.channel?.key,
  })
  const start = useStartRun(api, onClose)
  const chosen = generated.filter(({ key }) => choices.attributes.includes(key))
  const cost = useCost(run, chosen)
  const budgetFault = findBudgetFault(choices.budget, cost.isPaid)
  const faultTexts = explainAll(run.error ?? start.error)
  const faults = { ...faultTexts, budget: (isChecked ? budgetFault : undefined) ?? faultTexts.budget }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setChecked(true)
    if (!run.body || budgetFault !== undefined) return
    start.mutate({ ...run.body, ...(cost.isPaid && { budget: readDollars(choices.budget) ?? null }) })
  }
  const change = (part: Partial<RunChoices>): void => setChoices({ ...choices, ...part })
  return { choices, change, rows, run, cost, faults, start, submit }
}

function useCost({ estimate }: Run, chosen: readonly AttributeConfig[]) {
  const { providers = [] } = useProviders()
  const provider = providers.find(({ id }) => id === estimate?.provider)
  return { provider, isPaid: provider !== undefined && areCallsPaid(provider, chosen) }
}

interface GeneratedAttributes {
  readonly generated: readonly AttributeConfig[]
}

function firstChoices(
  generated: readonly AttributeConfig[],
  keys: readonly string[] | undefined,
  chosen: Pick<RunChoices, 'scope'> & Partial<RunChoices>,
): RunChoices {
  return {
    attributes: generated
      .filter(({ key, ai_generated: isGenerated }) => keys?.includes(key) ?? isGenerated)
      .map(({ key }) => key),
    overwrite: 'empty',
    mode: 'review',
    budget: '',
    provider: '',
    model: '',
    ...chosen,
  }
}

function chosenBefore(again: NewGeneration | undefined): Partial<RunChoices> {
  if (again === undefined) return {}
  return {
    overwrite: overwriteModes.find((mode) => mode === again.overwrite) ?? 'empty',
    mode: generationModes.find((mode) => mode === again.mode) ?? 'review',
    provider: again.provider ?? '',
    model: again.model ?? '',
  }
}

function rowsOf(again: NewGeneration | undefined) {
  if (again === undefined) return undefined
  const { ids, filter, filter_join: join } = again
  return { ...(ids && { ids }), ...(filter !== undefined && { filter }), ...(join && { filter_join: join }) }
}

function rowsOfRequest({ only, channel }: GenerateData): RunRows | undefined {
  if (only) return { ids: [only.id] }
  return channel && toRunRows({ query: channel.query })
}

function explainAll(error: Error | null) {
  return error === null ? {} : explainRefusal(error, parts)
}

interface AttributesProps extends GeneratedAttributes {
  readonly keys: readonly string[]
  readonly error: string | undefined
  readonly onChange: (part: Partial<RunChoices>) => void
}

function Attributes({ generated, keys, error, onChange }: AttributesProps) {
  const tokens = generated.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <Field label={t('Attributes')} error={keys.length === 0 ? t('Choose at least one.') : error}>
      {(control) => (
        <TokenPicker
          label={t('Attributes')}
          tokens={tokens.filter(({ value }) => keys.includes(value))}
          choices={tokens}
          control={control}
          onChange={(next) => onChange({ attributes: next.map(({ value }) => value) })}
        />
      )}
    </Field>
  )
}

interface ChoicesProps {
  readonly choices: RunChoices
  readonly onChange: (part: Partial<RunChoices>) => void
}

function Overwrite({ choices, onChange }: ChoicesProps) {
  return (
    <>
      <Field label={t('Which values')}>
        {({ id, describedBy, invalid }) => (
          <Select
            {...{ id, describedBy, invalid }}
            value={choices.overwrite}
            options={overwriteModes.map((mode) => ({ value: mode, label: overwriteTexts()[mode] }))}
            onChange={(overwrite) => onChange({ overwrite })}
          />
        )}
      </Field>
      <Choice
        label={t('What becomes of them')}
        value={choices.mode}
        choices={[
          { value: 'review', label: t('Propose'), hint: t('Nothing is written before somebody accepts it.') },
          { value: 'apply', label: t('Write at once'), hint: t('The whole run can be undone under Jobs.') },
        ]}
        onChange={(mode) => onChange({ mode })}
      />
    </>
  )
}

const settleMs = 300

interface RunToEstimate {
  readonly type: EntityType
  readonly choices: RunChoices
  readonly rows: ReturnType<typeof useChosenRows>
  readonly fixed: RunRows | undefined
  readonly channel: string | undefined
}

function useEstimate(api: Api, { type, choices, rows, fixed, channel }: RunToEstimate) {
  const { scope } = choices
  const named = useQuery({
    queryKey: ['run-rows', api.workspaceId, type, scope, rows.query, rows.counts.selection] as const,
    queryFn: async () => toRunRows(await rows.choose(scope)),
    enabled: fixed === undefined,
    retry: false,
    gcTime: 0,
  })
  const ofRun = fixed ?? named.data
  const body: NewGeneration | undefined =
    ofRun && choices.attributes.length > 0
      ? { ...toEstimateBody(type, choices, ofRun), ...(channel !== undefined && { channel }) }
      : undefined
  const settled = useDebouncedValue(JSON.stringify(body ?? null), settleMs)
  const asked: NewGeneration | undefined = JSON.parse(settled) ?? undefined
  const { data, error, isFetching } = useQuery(estimateQuery(api, asked))
  const isCurrent = settled === JSON.stringify(body ?? null)
  return { body, estimate: data, error: named.error ?? error, isPricing: isFetching || !isCurrent }
}

function useStartRun(api: Api, onStarted: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewGeneration) => {
      const job = await startGeneration(api, body)
      startedRuns.remember(job.id, body)
      return job
    },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: jobsKey(api.workspaceId) })
      onStarted()
      if (isKnownToHaveEnded(queryClient, api, id)) return
      showSuccess(t('Generation has started'), {
        description: t('See its progress under Jobs.'),
        subject: id,
      })
    },
  })
}
