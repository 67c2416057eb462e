import { useQuery } from '@tanstack/react-query'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Feed } from '#shared/schemas/feeds.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { TokenPicker } from '../ui/token-picker.tsx'
import { type AutomationDraft, newAutomation, type When, whens } from './automation-draft.ts'
import { useAutomationNames } from './automation-names.ts'
import { weekdays } from './describe-automation.ts'

export type AutomationFaults = Readonly<Partial<Record<string, string>>>

export interface DraftProps {
  readonly draft: AutomationDraft
  readonly faults: AutomationFaults
  readonly onChange: (part: Partial<AutomationDraft>) => void
}

const whenTexts = cachedByLanguage((): Readonly<Record<When, string>> => ({
  change: t('Values change'),
  created: t('They are added'),
  enters: t('They come to match a filter'),
  feed: t('A feed has brought them'),
  daily: t('Every day'),
  weekly: t('Every week'),
  hourly: t('Every hour'),
  cron: t('By a schedule of my own'),
  manual: t('I start it'),
}))

/** When an automation runs. */
export function WhenFields({ draft, faults, onChange }: DraftProps) {
  const { type, when } = draft
  const { feeds } = useAutomationNames(type)
  const isOffered = (one: When) => one !== 'feed' || one === when || feeds.some(isImport)
  return (
    <fieldset className="automation-step">
      <div className="automation-when">
        <Field label={t('Of')}>
          {({ id }) => (
            <Select<EntityType>
              id={id}
              value={type}
              options={entityTypes.map((value) => ({ value, label: typeTexts()[value].plural }))}
              onChange={(next) => onChange({ ...newAutomation(next), when, name: draft.name })}
            />
          )}
        </Field>
        <Field label={t('When')}>
          {({ id }) => (
            <Select<When>
              id={id}
              value={when}
              options={whens.filter(isOffered).map((value) => ({ value, label: whenTexts()[value] }))}
              onChange={(next) => onChange({ when: next })}
            />
          )}
        </Field>
        {when === 'change' && <ChangedAttributes draft={draft} onChange={onChange} />}
        {when === 'feed' && <FeedOfTrigger draft={draft} onChange={onChange} />}
        <Times draft={draft} onChange={onChange} />
      </div>
      {faults['trigger'] !== undefined && (
        <p className="ui-field-error" role="alert">
          {faults['trigger']}
        </p>
      )}
    </fieldset>
  )
}

function isImport({ direction }: Pick<Feed, 'direction'>): boolean {
  return direction === 'import'
}

function FeedOfTrigger({ draft, onChange }: Omit<DraftProps, 'faults'>) {
  const { feeds } = useAutomationNames(draft.type)
  const options = feeds.filter(isImport).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Field label={t('Feed')}>
      {({ id }) => (
        <Select id={id} value={draft.feed} options={options} onChange={(feed) => onChange({ feed })} />
      )}
    </Field>
  )
}

function ChangedAttributes({ draft, onChange }: Omit<DraftProps, 'faults'>) {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, draft.type))
  const choices = (attributes ?? []).map(({ key, name }) => ({ value: key, label: name }))
  const toToken = (key: string) => choices.find(({ value }) => value === key) ?? { value: key, label: key }
  return (
    <Field label={t('Of these attributes')}>
      {(control) => (
        <TokenPicker
          label={t('Of these attributes')}
          tokens={draft.attributes.map(toToken)}
          choices={choices}
          placeholder={t('Any')}
          control={control}
          onChange={(tokens) => onChange({ attributes: tokens.map(({ value }) => value) })}
        />
      )}
    </Field>
  )
}

function Times({ draft, onChange }: Omit<DraftProps, 'faults'>) {
  const { when, time, weekday, cron } = draft
  if (when === 'cron')
    return (
      <TextField
        label={t('Minute, hour, day, month, weekday')}
        value={cron}
        onChange={(next) => onChange({ cron: next })}
      />
    )
  return (
    <>
      {when === 'weekly' && (
        <Field label={t('On¦weekday')}>
          {({ id }) => (
            <Select
              id={id}
              value={weekday}
              options={['1', '2', '3', '4', '5', '6', '0'].map((value) => ({
                value,
                label: weekdays()[value] ?? value,
              }))}
              onChange={(next) => onChange({ weekday: next })}
            />
          )}
        </Field>
      )}
      {(when === 'daily' || when === 'weekly') && (
        <TextField
          label={t('At¦time')}
          type="time"
          value={time}
          onChange={(next) => onChange({ time: next })}
        />
      )}
    </>
  )
}
