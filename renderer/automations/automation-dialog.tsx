import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import type { Automation, NewAutomation } from '#shared/schemas/automations.ts'
import { explainRefusal } from '../api/api-error.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { automationsKey, changeAutomation, createAutomation } from '../api/automation-queries.ts'
import { FilterBuilder } from '../filters/filter-builder.tsx'
import { toFilterText } from '../query/list-params.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { inSentence, t } from '../ui/text.ts'
import { ActionFields } from './action-fields.tsx'
import {
  type AutomationDraft,
  newAutomation,
  faultPlaces,
  toAutomation,
  toDraft,
} from './automation-draft.ts'
import { type AutomationExample, examplesFor } from './automation-examples.ts'
import { useAutomationNames } from './automation-names.ts'
import { describeAutomation } from './describe-automation.ts'
import { type AutomationFaults, type DraftProps, WhenFields } from './when-fields.tsx'

interface AutomationDialogProps {
  readonly automation: Automation | undefined
  readonly onClose: () => void
  readonly onSaved: (automation: Automation) => void
}

/** Writes an automation: when, what to, what is done. The sentence below says what it comes to. */
export function AutomationDialog({ automation, onClose, onSaved }: AutomationDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState<AutomationDraft>(() =>
    automation ? toDraft(automation) : newAutomation('product'),
  )
  const [example, setExample] = useState<AutomationExample>()
  const [faults, setFaults] = useState<AutomationFaults>({})
  const { body, sentence, name } = useBody(draft, automation)
  const save = useSave(automation, { onSaved, onRefused: setFaults })
  const change = (part: Partial<AutomationDraft>) => {
    setDraft({ ...draft, ...part })
    setFaults({})
  }
  const begin = (chosen: AutomationExample) => {
    setExample(chosen)
    change({ ...chosen.draft, name: draft.name })
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
        {!automation && <Examples onBegin={begin} />}
        <DraftFields draft={draft} faults={faults} onChange={change} shownName={name} example={example} />
        <p className="automation-sentence" role="status">
          {sentence}
        </p>
      </form>
    </Dialog>
  )
}

/** Sentences to begin with, for who has never written one. */
function Examples({ onBegin }: { readonly onBegin: (example: AutomationExample) => void }) {
  const { fields } = useAutomationNames('product')
  const examples = examplesFor(fields)
  if (examples.length === 0) return null
  return (
    <div className="automation-examples" role="group" aria-label={t('Begin with an example')}>
      <p className="ui-field-label">{t('Begin with an example')}</p>
      {examples.map((example) => (
        <Button key={example.id} onClick={() => onBegin(example)}>
          {example.sentence}
        </Button>
      ))}
    </div>
  )
}

interface DraftFieldsProps extends DraftProps {
  readonly shownName: string
  readonly example: AutomationExample | undefined
}

function DraftFields({ shownName, example, ...props }: DraftFieldsProps) {
  const { draft, faults, onChange } = props
  return (
    <>
      <WhenFields {...props} />
      <Conditions key={example?.id} {...props} begun={example?.begun} />
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
  const names = useAutomationNames(draft.type, toFilterText(draft.filter))
  const definitions = useMemo(() => new Map((attributes ?? []).map((one) => [one.key, one])), [attributes])
  const timeZone = automation?.trigger.time_zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const body = toAutomation(draft, { name: '', timeZone, definitions })
  const sentence = describeAutomation({ ...body, entity_type: draft.type, filter: body.filter ?? '' }, names)
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

interface ConditionsProps extends DraftProps {
  readonly begun: AutomationExample['begun']
}

function Conditions({ draft, faults, begun, onChange }: ConditionsProps) {
  const { fields } = useAutomationNames(draft.type)
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
        begun={begun}
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
