import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { AttributeDefinition } from '#shared/schemas/attributes.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { SearchSelect, Select } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { TokenPicker } from '../ui/token-picker.tsx'
import { type ActionDraft, type DraftedKind, draftedKinds, newAction } from './automation-draft.ts'
import { type AutomationNames, useAutomationNames } from './automation-names.ts'
import { describeAction } from './describe-automation.ts'
import type { DraftProps } from './when-fields.tsx'

const kindTexts = cachedByLanguage((): Readonly<Record<DraftedKind, string>> => ({
  set: t('Set a value'),
  clear: t('Clear a value'),
  append: t('Add to a value'),
  notify: t('Leave a message'),
  comment: t('Leave a comment'),
  check_quality: t('Check the quality'),
  run_feed: t('Run a feed'),
}))

const maxActions = 20

/** The actions of an automation, one after the other. */
export function ActionFields({ draft, faults, onChange }: DraftProps) {
  const { actions } = draft
  const change = (changed: ActionDraft) =>
    onChange({ actions: actions.map((action) => (action.id === changed.id ? changed : action)) })
  const remove = (id: number) => onChange({ actions: actions.filter((action) => action.id !== id) })
  const add = () =>
    onChange({ actions: [...actions, newAction('notify', Math.max(0, ...actions.map(({ id }) => id)) + 1)] })
  return (
    <fieldset className="automation-step">
      <legend className="ui-field-label">{t('Do this, in this order')}</legend>
      {actions.map((action, index) => (
        <div key={action.id} role="group" aria-label={t('Step {number}', { number: index + 1 })}>
          <div className="automation-action">
            <ActionRow action={action} type={draft.type} onChange={change} />
            {actions.length > 1 && (
              <IconButton
                label={t('Remove step {number}', { number: index + 1 })}
                onClick={() => remove(action.id)}
              >
                <Trash2 aria-hidden />
              </IconButton>
            )}
          </div>
          {faults[`action-${index}`] !== undefined && (
            <p className="ui-field-error" role="alert">
              {faults[`action-${index}`]}
            </p>
          )}
        </div>
      ))}
      {actions.length < maxActions && (
        <div>
          <Button variant="ghost" onClick={add}>
            <Plus aria-hidden />
            {t('Add a step')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface ActionRowProps {
  readonly action: ActionDraft
  readonly type: DraftProps['draft']['type']
  readonly onChange: (action: ActionDraft) => void
}

function ActionRow({ action, type, onChange }: ActionRowProps) {
  const names = useAutomationNames(type)
  const { kind, other } = action
  if (kind === 'other') return <p>{describeAction(other ?? {}, names)}</p>
  const kinds = draftedKinds.filter((one) => one !== 'run_feed' || one === kind || names.feeds.length > 0)
  return (
    <>
      <Select<DraftedKind>
        label={t('What is done')}
        value={kind}
        options={kinds.map((value) => ({ value, label: kindTexts()[value] }))}
        onChange={(next) => onChange({ ...action, kind: next })}
      />
      {valueKinds.has(kind) && <ValueFields action={action} type={type} onChange={onChange} />}
      {kind === 'run_feed' && <FeedField action={action} feeds={names.feeds} onChange={onChange} />}
      {kind === 'notify' && names.people.length > 0 && (
        <PeopleField action={action} people={names.people} onChange={onChange} />
      )}
      {(kind === 'notify' || kind === 'comment') && (
        <TextField
          label={t('Text')}
          placeholder={t('Look at {example}', { example: '{{name}}' })}
          value={action.text}
          maxLength={2000}
          onChange={(text) => onChange({ ...action, text })}
        />
      )}
    </>
  )
}

const valueKinds: ReadonlySet<DraftedKind> = new Set(['set', 'clear', 'append'])

interface FeedFieldProps extends Pick<ActionRowProps, 'action' | 'onChange'> {
  readonly feeds: AutomationNames['feeds']
}

function FeedField({ action, feeds, onChange }: FeedFieldProps) {
  return (
    <Select
      label={t('Feed')}
      value={action.feed}
      options={feeds.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(feed) => onChange({ ...action, feed })}
    />
  )
}

interface PeopleFieldProps extends Pick<ActionRowProps, 'action' | 'onChange'> {
  readonly people: AutomationNames['people']
}

/** In a team; elsewhere there is only one person to tell. */
function PeopleField({ action, people, onChange }: PeopleFieldProps) {
  const choices = [
    { value: 'owner', label: t('Everybody') },
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const toToken = (id: string) => choices.find(({ value }) => value === id) ?? { value: id, label: id }
  return (
    <TokenPicker
      label={t('Who is told')}
      tokens={action.people.map(toToken)}
      choices={choices}
      placeholder={t('Who is told')}
      onChange={(tokens) => onChange({ ...action, people: tokens.map(({ value }) => value) })}
    />
  )
}

function ValueFields({ action, type, onChange }: ActionRowProps) {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, type))
  const { kind, attribute } = action
  const offered = (attributes ?? []).filter((one) => isOffered(one, kind))
  const definition = offered.find(({ key }) => key === attribute)
  return (
    <>
      <SearchSelect
        label={t('Attribute')}
        searchLabel={t('Find an attribute')}
        value={attribute}
        options={offered.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(next) => onChange({ ...action, attribute: next, value: '' })}
      />
      {kind !== 'clear' && <ValueField action={action} definition={definition} onChange={onChange} />}
    </>
  )
}

const texts: ReadonlySet<string> = new Set([
  'single_line_text_field',
  'multi_line_text_field',
  'multi_select',
])
const references: ReadonlySet<string> = new Set([
  'entity_reference',
  'entity_list_reference',
  'image',
  'file',
])

/** References are set by an action of their own, or by a script. */
function isOffered(
  { writable, data_type: dataType }: AttributeDefinition,
  kind: ActionDraft['kind'],
): boolean {
  if (!writable || (kind !== 'clear' && references.has(dataType))) return false
  return kind !== 'append' || texts.has(dataType)
}

interface ValueFieldProps {
  readonly action: ActionDraft
  readonly definition: AttributeDefinition | undefined
  readonly onChange: (action: ActionDraft) => void
}

function ValueField({ action, definition, onChange }: ValueFieldProps) {
  const change = (value: string) => onChange({ ...action, value })
  const options = optionsOf(definition)
  if (options.length > 0)
    return <Select label={t('Value')} value={action.value} options={options} onChange={change} />
  return (
    <Field label={t('Value')}>
      {({ id }) => (
        <input
          id={id}
          className="ui-control"
          value={action.value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  )
}

function optionsOf(definition: AttributeDefinition | undefined) {
  if (definition?.data_type === 'boolean')
    return [
      { value: 'true', label: t('checked') },
      { value: 'false', label: t('not checked') },
    ]
  return (definition?.acceptable_values ?? []).map((value) => ({ value, label: value }))
}
