import { useQuery } from '@tanstack/react-query'
import type { Channel } from '#shared/channels.ts'
import { categoryTreeQuery } from '../api/tree-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Field } from '../ui/field.tsx'
import { PageTable } from '../ui/page-table.tsx'
import { hintOfCategories, listCategories } from './channels-texts.ts'
import { SavedText } from './saved-text.tsx'
import { useChannelSetup } from './use-channel-setup.ts'

/** What the owner says of a channel beside its fields. */
export function ChannelSettings({ channel }: { channel: Channel }) {
  return (
    <>
      <div className="channel-settings">
        <Field
          label="Public address for pictures"
          hint="Where you put the pictures that this workspace holds, such as https://shop.example/pictures/. An export can pack them for you."
        >
          {(control) => <AddressText channel={channel} control={control} />}
        </Field>
        <Field label="Currency" hint="Of prices whose attribute names none, such as EUR.">
          {(control) => <CurrencyText channel={channel} control={control} />}
        </Field>
      </div>
      <ChannelCategories channel={channel} />
    </>
  )
}

interface SettingProps {
  channel: Channel
  control: NonNullable<Parameters<typeof SavedText>[0]['control']>
}

function AddressText({ channel: { key, picture_address: address }, control }: SettingProps) {
  const change = useChannelSetup(key, 'The address')
  return (
    <SavedText
      control={control}
      value={(change.isPending ? change.variables.picture_address : address) ?? ''}
      onSave={(text) => change.mutate({ picture_address: text === '' ? null : text })}
    />
  )
}

function CurrencyText({ channel: { key, currency }, control }: SettingProps) {
  const change = useChannelSetup(key, 'The currency')
  return (
    <SavedText
      control={control}
      value={(change.isPending ? change.variables.currency : currency) ?? ''}
      onSave={(text) => change.mutate({ currency: text === '' ? null : text.toUpperCase() })}
    />
  )
}

/** What the channel calls the categories of the workspace; those below one go by the same. */
function ChannelCategories({ channel }: { channel: Channel }) {
  const { api } = useWorkspace()
  const hint = hintOfCategories(channel)
  const { data } = useQuery({
    ...categoryTreeQuery(api, undefined, undefined),
    enabled: hint !== undefined,
  })
  const tree = data?.nodes ?? []
  if (hint === undefined || tree.length === 0) return null
  const called = new Map(channel.categories.map(({ id, value }) => [id, value]))
  return (
    <details className="channel-categories">
      <summary>
        What {channel.name} calls your categories ({called.size} of {tree.length})
      </summary>
      <p className="ui-field-hint">{hint} A category without one goes by that of the category above it.</p>
      <PageTable label={`Categories of ${channel.name}`} columns={['Category', `At ${channel.name}`]}>
        {listCategories(tree, called).map((category) => (
          <CategoryLine key={category.id} channelKey={channel.key} category={category} />
        ))}
      </PageTable>
    </details>
  )
}

interface CategoryLineProps {
  channelKey: Channel['key']
  category: ReturnType<typeof listCategories>[number]
}

function CategoryLine({ channelKey, category: { id, path, own, inherited } }: CategoryLineProps) {
  const change = useChannelSetup(channelKey, path)
  const pending = change.isPending ? change.variables.categories?.[id] : own
  return (
    <tr>
      <th scope="row">{path}</th>
      <td className="channel-choice">
        <SavedText
          label={`What ${path} is called`}
          value={pending ?? ''}
          placeholder={inherited}
          onSave={(text) => change.mutate({ categories: { [id]: text === '' ? null : text } })}
        />
      </td>
    </tr>
  )
}
