import { type AttributeConfig, dataTypeTraits } from '#shared/attributes.ts'
import type { Estimate, GenerationMode, NewGeneration, OverwriteMode } from '#shared/generations.ts'
import type { Provider } from '#shared/providers.ts'
import { useProviders } from '../api/providers-queries.ts'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { formatCostRange, describeSkipped, formatTokens } from './generation-texts.ts'
import { t, tNodes, cachedByLanguage } from '../ui/text.ts'
import { useState } from 'react'
import './sent-prompt.css'
import { goTo, createLocation } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import './no-provider.css'
import { Allowed } from '../state/rights.tsx'
import type { EntityType } from '#shared/entities.ts'
import { areCallsFree } from '#shared/local-address.ts'
import { toListParams } from '../query/list-params.ts'
import type { RowScope } from '../state/dialogs.ts'
import type { ChosenRows } from '../state/use-chosen-rows.tsx'

interface RunModelProps {
  readonly choices: RunChoices
  readonly estimate: Estimate | undefined
  readonly faults: Partial<Record<'provider' | 'model', string>>
  readonly onChange: (part: Partial<RunChoices>) => void
}

export function RunModel({ choices, estimate, faults, onChange }: RunModelProps) {
  const { providers = [] } = useProviders()
  return (
    <div className="run-pair">
      <Field label={t('Provider')} error={faults.provider}>
        {({ id, describedBy, invalid }) => (
          <Select
            {...{ id, describedBy, invalid }}
            value={choices.provider || 'own'}
            options={[
              { value: 'own', label: t('The default one') },
              ...providers.map((provider) => ({ value: provider.id, label: provider.name })),
            ]}
            onChange={(provider) => onChange({ provider: provider === 'own' ? '' : provider })}
          />
        )}
      </Field>
      <TextField
        label={t('Model')}
        placeholder={estimate?.model ?? t('As set for the provider')}
        value={choices.model}
        error={faults.model}
        onChange={(model) => onChange({ model })}
      />
    </div>
  )
}

interface RunCostProps {
  readonly estimate: Estimate | undefined
  readonly isPricing: boolean
  readonly provider: Provider | undefined
  readonly isPaid: boolean
  readonly choices: RunChoices
  readonly generated: readonly Pick<AttributeConfig, 'key' | 'name'>[]
  readonly error: string | undefined
  readonly onChange: (part: Partial<RunChoices>) => void
}

export function RunCost(props: RunCostProps) {
  const { estimate, isPricing, provider, isPaid, choices, generated, error, onChange } = props
  const nameOf = (key: string): string => generated.find((one) => one.key === key)?.name ?? key
  return (
    <section className="run-cost" aria-label={t('Estimate')} aria-busy={isPricing}>
      {estimate ? (
        <CostText estimate={estimate} provider={provider} isPaid={isPaid} />
      ) : (
        isPricing && <Skeleton height={54} />
      )}
      {isPaid && estimate !== undefined && estimate.to_generate > 0 && (
        <TextField
          label={t('Stop at (US dollars)')}
          inputMode="decimal"
          placeholder="2.50"
          hint={t('No call is made that could exceed it. What is left can be run later.')}
          value={choices.budget}
          error={error}
          onChange={(budget) => onChange({ budget })}
        />
      )}
      {estimate?.samples.map(({ id, label, attribute, prompt }) => (
        <SentPrompt
          key={`${id} ${attribute}`}
          title={t('What is asked: {attribute} of {label}', {
            attribute: nameOf(attribute),
            label: label ?? t('a row without a name'),
          })}
          prompt={prompt}
        />
      ))}
    </section>
  )
}

function CostText({
  estimate,
  provider,
  isPaid,
}: { estimate: Estimate } & Pick<RunCostProps, 'provider' | 'isPaid'>) {
  const { matching, to_generate: count, skipped, tokens, cost, model } = estimate
  const left = describeSkipped(skipped)
  return (
    <>
      <p className="run-cost-head" role="status">
        {tNodes('{values} of {matching, plural, one {# row} other {# rows}} to generate', {
          values: <strong>{t('{count, plural, one {# value} other {# values}}', { count })}</strong>,
          matching,
        })}
        {count > 0 && `, ${formatCostRange(cost, !isPaid)}`}
      </p>
      {count > 0 && (
        <p className="ui-field-hint">
          {t('About {tokens}, by {model} of {name}.', {
            tokens: formatTokens(tokens),
            model,
            name: provider?.name ?? t('the provider'),
          })}
        </p>
      )}
      {left !== undefined && <p className="ui-field-hint">{left}</p>}
    </>
  )
}

export function SentPrompt({ title, prompt }: { title: string; prompt: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="sent-prompt" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <pre tabIndex={0}>{prompt}</pre>}
    </details>
  )
}

/** Shown where a model is needed and `useProviders().hasNone`; explains how to add a provider. */
export function NoProvider({ onLeave }: { onLeave?: () => void }) {
  const { workspace } = useWorkspace()
  const leave = (): void => {
    onLeave?.()
    goTo(createLocation(workspace.id, 'providers'))
  }
  return (
    <Notice tone="info">
      <div className="no-provider">
        <p>
          {t(
            'Add an AI provider first: a model that runs on this computer, in Ollama or LM Studio for example, is free.',
          )}
        </p>
        <Allowed to="providers">
          <Button onClick={leave}>{t('Add a provider')}</Button>
        </Allowed>
      </div>
    </Notice>
  )
}

export interface RunChoices {
  readonly attributes: readonly string[]
  readonly scope: RowScope
  readonly overwrite: OverwriteMode
  readonly mode: GenerationMode
  readonly budget: string
  /** Empty for the default provider. */
  readonly provider: string
  readonly model: string
}

export type RunRows = Pick<NewGeneration, 'ids' | 'filter' | 'filter_join'>

export function toRunRows(rows: ChosenRows): RunRows {
  if ('ids' in rows) return { ids: [...rows.ids] }
  return { filter: new URLSearchParams(toListParams({ ...rows.query, sort: [] })).toString() }
}

/** The body of the run without its budget, which its estimate does not depend on. */
export function toEstimateBody(type: EntityType, choices: RunChoices, rows: RunRows): NewGeneration {
  const { attributes, overwrite, mode, provider } = choices
  const model = choices.model.trim()
  return {
    type,
    attributes: [...attributes],
    ...rows,
    overwrite,
    mode,
    ...(provider !== '' && { provider }),
    ...(model !== '' && { model }),
  }
}

export function readDollars(text: string): number | undefined {
  const trimmed = text
    .trim()
    .replace(/^\$\s*/, '')
    .replace(',', '.')
  const amount = Number(trimmed)
  return /^\d*\.?\d+$/.test(trimmed) && amount > 0 ? amount : undefined
}

export function areCallsPaid(
  { price, base_url: baseUrl }: Pick<Provider, 'price' | 'base_url'>,
  attributes: readonly Pick<AttributeConfig, 'data_type'>[],
): boolean {
  return attributes.some(
    ({ data_type: type }) => !areCallsFree(price, baseUrl, dataTypeTraits[type].media ?? 'text'),
  )
}

export function findBudgetFault(text: string, isNeeded: boolean): string | undefined {
  if (!isNeeded || readDollars(text) !== undefined) return undefined
  return text.trim() === ''
    ? t('Enter the amount in dollars at which it stops.')
    : t('Enter an amount of dollars above 0, such as 2.50.')
}

export const overwriteTexts = cachedByLanguage((): Readonly<Record<OverwriteMode, string>> => ({
  empty: t('Only where there is no value'),
  stale: t('Also values whose sources have changed since'),
  all: t('Everything, also what people have written'),
}))
