import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Automation, NewAutomation } from '#shared/schemas/automations.ts'
import { explainRefusal } from '../api/api-error.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { automationsKey, changeAutomation, createAutomation } from '../api/automation-queries.ts'
import { FilterBuilder } from '../filters/filter-builder.tsx'
import { useFilterFields } from '../filters/use-filter-fields.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, inSentence, t } from '../ui/text.ts'
import { TokenPicker } from '../ui/token-picker.tsx'
import { ActionFields } from './action-fields.tsx'
import {
  type AutomationDraft,
  newAutomation,
  faultPlaces,
  toAutomation,
  toDraft,
  type When,
  whens,
} from './automation-draft.ts'
import { describeAutomation, weekdays } from './describe-automation.ts'

interface AutomationDialogProps {
  readonly automation: Automation | undefined
  readonly onClose: () => void
  readonly onSaved: (automation: Automation) => void
}

export type AutomationFaults = Readonly<Partial<Record<string, string>>>

/** Writes an automation: when, what to, what is done. The sentence below says what it comes to. */
export function AutomationDialog({ automation, onClose, onSaved }: AutomationDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState<AutomationDraft>(() =>
    automation ? toDraft(automation) : newAutomation('product'),
  )
  const [faults, setFaults] = useState<AutomationFaults>({})
  const { body, sentence, name } = useBody(draft, automation)
  const save = useSave(automation, { onSaved, onRefused: setFaults })
  const change = (part: Partial<AutomationDraft>) => {
    setDraft({ ...draft, ...part })
    setFaults({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(automation ? body : { ...body, is_on: true })
  }
  return (
    <Dialog
      title={automation ? t('Edit “{name}”', { name: automation.name }) : t('New automation')}
      open
      onClose={onClose}
      size="wide"
      keepOnOutsidePress
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={save.isPending}>
            {automation ? t('Save') : t('Turn it on')}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit} noValidate>
        {faults['general'] !== undefined && <Notice tone="danger">{faults['general']}</Notice>}
        <DraftFields draft={draft} faults={faults} onChange={change} shownName={name} />
        <p className="automation-sentence" role="status">
          {sentence}
        </p>
      </form>
    </Dialog>
  )
}

function DraftFields({ shownName, ...props }: DraftProps & { readonly shownName: string }) {
  const { draft, faults, onChange } = props
  return (
    <>
      <WhenFields {...props} />
      <Conditions {...props} />
      <ActionFields {...props} />
      <TextField
        label={t('Name')}
        placeholder={shownName}
        value={draft.name}
        error={faults['name']}
        onChange={(name) => onChange({ name })}
      />
    </>
  )
}

const longestName = 120

/** The automation as it would be sent, with its sentence, which is its name where none was typed. */
function useBody(draft: AutomationDraft, automation: Automation | undefined) {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, draft.type))
  const fields = useFilterFields(draft.type)
  const definitions = useMemo(() => new Map((attributes ?? []).map((one) => [one.key, one])), [attributes])
  const timeZone = automation?.trigger.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const body = toAutomation(draft, { name: '', timeZone, definitions })
  const sentence = describeAutomation({ ...body, entity_type: draft.type, filter: body.filter ?? '' }, fields)
  const name = sentence.replace(/\.$/, '').slice(0, longestName)
  return { body: { ...body, name: draft.name.trim() || name }, sentence, name }
}

interface SaveSteps {
  readonly onSaved: (automation: Automation) => void
  readonly onRefused: (faults: AutomationFaults) => void
}

function useSave(automation: Automation | undefined, { onSaved, onRefused }: SaveSteps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAutomation) =>
      automation ? changeAutomation(api, automation.id, body) : createAutomation(api, body),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: automationsKey(api.workspaceId) })
      onSaved(saved)
    },
    onError: (error: Error) => onRefused(readFaults(error)),
  })
}

function readFaults(error: Error): AutomationFaults {
  return explainRefusal(error, faultPlaces)
}

export interface DraftProps {
  readonly draft: AutomationDraft
  readonly faults: AutomationFaults
  readonly onChange: (part: Partial<AutomationDraft>) => void
}

const whenTexts = cachedByLanguage((): Readonly<Record<When, string>> => ({
  change: t('Values change'),
  created: t('They are added'),
  enters: t('They come to match a filter'),
  daily: t('Every day'),
  weekly: t('Every week'),
  hourly: t('Every hour'),
  cron: t('By a schedule of my own'),
  manual: t('I start it'),
}))

function WhenFields({ draft, faults, onChange }: DraftProps) {
  const { type, when } = draft
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
              options={whens.map((value) => ({ value, label: whenTexts()[value] }))}
              onChange={(next) => onChange({ when: next })}
            />
          )}
        </Field>
        {when === 'change' && <ChangedAttributes draft={draft} onChange={onChange} />}
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

function Conditions({ draft, faults, onChange }: DraftProps) {
  const fields = useFilterFields(draft.type)
  const { plural } = typeTexts()[draft.type]
  return (
    <fieldset className="automation-step">
      <legend className="ui-field-label">{t('Only where')}</legend>
      <FilterBuilder
        key={draft.type}
        type={draft.type}
        fields={fields}
        query={draft.filter}
        startsEmpty
        whenEmpty={t('No condition: all {plural} are meant.', { plural: inSentence(plural) })}
        onQueryChange={(filter) => onChange({ filter })}
      />
      {faults['filter'] !== undefined && (
        <p className="ui-field-error" role="alert">
          {faults['filter']}
        </p>
      )}
    </fieldset>
  )
}
