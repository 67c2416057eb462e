import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Channel,
  type ChannelField,
  type ChannelSetup,
  type Requirement,
  requirementLevels,
} from '#shared/channels.ts'
import { mappingProposalsQuery } from '../api/channels-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { PageTable } from '../ui/pages.tsx'
import type { SelectOption } from '../ui/select.tsx'
import { cachedByLanguage, t, tMessage } from '../ui/text.ts'
import { TickList, useTicked } from '../ui/tick-list.tsx'
import { useChannelSetup } from './category-names.ts'
import { ChannelPreview } from './channel-preview.tsx'
import { CustomChannelEditor } from './custom-channel-editor.tsx'
import type { Fill } from './custom-columns.ts'
import { describeLimits } from './describe-channel.ts'
import { proposalRows } from './enable-channel.tsx'
import { FilledBy, isOpen, useFillOptions } from './filled-by.tsx'

/** The attributes that fill the fields of the channel, with proposals to confirm and a product as it will be. */
export function ChannelFields({ channel }: { channel: Channel }) {
  return (
    <div className="channel-fields-split">
      <div className="channel-fields">
        {channel.enabled && <Proposals channel={channel} />}
        {channel.own === true ? <CustomChannelEditor channel={channel} /> : <FieldTables channel={channel} />}
      </div>
      <ChannelPreview channel={channel} />
    </div>
  )
}

function Proposals({ channel: { key, name } }: { channel: Channel }) {
  const { workspace } = useWorkspace()
  const { data = [] } = useQuery(mappingProposalsQuery(workspace.id, key))
  const rows = proposalRows(data)
  const { ticked, setTicked } = useTicked(rows)
  const confirm = useChannelSetup(key, name)
  if (rows.length === 0) return null
  const chosen = data.filter(({ target }) => ticked.has(target))
  return (
    <section className="channel-proposals" aria-label={t('Proposals to confirm')}>
      <div className="channel-section-head">
        <h2>{t('Proposals to confirm')}</h2>
        <Button
          variant="primary"
          busy={confirm.isPending}
          disabled={chosen.length === 0}
          onClick={() =>
            confirm.mutate({
              mapping: Object.fromEntries(chosen.map(({ target, attribute }) => [target, attribute])),
            })
          }
        >
          {t('Confirm {count, plural, one {# proposal} other {# proposals}}', { count: chosen.length })}
        </Button>
      </div>
      <TickList
        label={t('Proposals to confirm')}
        columns={[t('Field'), t('Filled by'), t('Because of'), t('Values')]}
        {...{ rows, ticked }}
        onTick={setTicked}
      />
    </section>
  )
}

const requirementTitles = cachedByLanguage((): Readonly<Record<Requirement, string>> => ({
  required: t('Required fields'),
  recommended: t('Recommended fields'),
  optional: t('Other fields'),
}))

function FieldTables({ channel }: { channel: Channel }) {
  const options = useFillOptions()
  const [text, setText] = useState('')
  const found = channel.fields.filter((field) => isFound(field, text))
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('Find a field of {name}', { name: channel.name })}
        placeholder={t('Find a field by its name or what fills it')}
        value={text}
        onChange={setText}
      />
      {found.length === 0 && (
        <p className="ui-field-hint">{t('No field of {name} is called that.', { name: channel.name })}</p>
      )}
      {requirementLevels.map((requirement) => {
        const fields = found.filter((field) => groupOf(field) === requirement)
        if (fields.length === 0) return null
        return (
          <FieldGroup
            key={requirement}
            {...{ channel, options, fields }}
            title={requirementTitles()[requirement]}
            isShown={requirement !== 'optional' || text.trim() !== ''}
          />
        )
      })}
    </>
  )
}

/** A field that a condition names counts as required, as it does in the completeness of products. */
function groupOf({ requirement, condition }: ChannelField): Requirement {
  return condition === undefined ? requirement : 'required'
}

function isFound({ target, attribute, value, formula }: ChannelField, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [target, attribute, value, formula].some((part) => part?.toLowerCase().includes(wanted))
}

function isFilled({ attribute, value, formula }: ChannelField): boolean {
  return attribute !== null || value !== undefined || formula !== undefined
}

interface FieldGroupProps {
  readonly channel: Channel
  readonly title: string
  readonly fields: readonly ChannelField[]
  readonly options: readonly SelectOption<string>[]
  readonly isShown: boolean
}

function FieldGroup({ channel, title, fields, options, isShown }: FieldGroupProps) {
  const filled = fields.filter(isFilled).length
  const open = fields.filter(isOpen)
  return (
    <details key={String(isShown)} open={isShown} className="channel-field-group">
      <summary>
        <h2>{title}</h2>
        <span className="ui-field-hint">
          {t('{filled} of {count} filled', { filled, count: fields.length })}
        </span>
      </summary>
      {open.length > 0 && <LeaveEmpty channel={channel} fields={open} />}
      <PageTable
        label={t('Fields of {name}: {title}', { name: channel.name, title })}
        columns={[t('Field'), t('Filled by'), t('Accepts')]}
      >
        {fields.map((field) => (
          <FieldLine key={field.target} channelKey={channel.key} field={field} options={options} />
        ))}
      </PageTable>
    </details>
  )
}

/** Says at once of all recommended fields without a value that they stay empty, so that they are not missed. */
function LeaveEmpty({ channel, fields }: Pick<FieldGroupProps, 'channel' | 'fields'>) {
  const change = useChannelSetup(channel.key, channel.name)
  const mapping = Object.fromEntries(fields.map(({ target }) => [target, null]))
  return (
    <p className="channel-leave-empty">
      <span className="ui-field-hint">
        {t('{count, plural, one {# field is} other {# fields are}} filled by nothing yet.', {
          count: fields.length,
        })}
      </span>
      <Button busy={change.isPending} onClick={() => change.mutate({ mapping })}>
        {t('Leave {count, plural, one {it} other {them}} empty', { count: fields.length })}
      </Button>
    </p>
  )
}

interface FieldLineProps {
  readonly channelKey: Channel['key']
  readonly field: ChannelField
  readonly options: readonly SelectOption<string>[]
}

function FieldLine({ channelKey, field, options }: FieldLineProps) {
  const { target, requirement, condition } = field
  const change = useChannelSetup(channelKey, target)
  const pending = change.isPending ? change.variables.mapping?.[target] : undefined
  return (
    <tr>
      <th scope="row" className="channel-asked">
        {target}
        {condition !== undefined && (
          <span className="ui-field-hint">
            {t('Needed: {condition}', { condition: tMessage(condition, field) })}
          </span>
        )}
      </th>
      <td className="channel-choice">
        <FilledBy
          field={pending === undefined ? field : { target, requirement, attribute: pending }}
          options={options}
          onChange={(fill) => change.mutate(toSetup(target, fill))}
        />
      </td>
      <td className="channel-limits">{describeLimits(field)}</td>
    </tr>
  )
}

function toSetup(target: string, { attribute = null, value, formula }: Fill): ChannelSetup {
  if (value !== undefined) return { values: { [target]: value } }
  return formula === undefined ? { mapping: { [target]: attribute } } : { formulas: { [target]: formula } }
}
