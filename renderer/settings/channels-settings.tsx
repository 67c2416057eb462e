import { useQuery } from '@tanstack/react-query'
import { listCategoryNames } from '#shared/category-names.ts'
import type { Channel } from '#shared/channels.ts'
import { categoryTreeQuery } from '../api/tree-queries.ts'
import { usePlace } from '../query/use-place.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { listSourceOf, describeMapped } from './category-names.ts'
import { SavedText } from '../ui/saved-text.tsx'
import { useChannelSetup } from './use-channel-setup.ts'
import { t } from '../ui/text.ts'

/** What the owner says of a channel beside its fields. */
export function ChannelSettings({ channel }: { channel: Channel }) {
  return (
    <>
      <div className="channel-settings">
        <Field
          label={t('Public address for pictures')}
          hint={t(
            'Where you put the pictures that this workspace holds, such as https://shop.example/pictures/. An export can pack them for you.',
          )}
        >
          {(control) => <AddressText channel={channel} control={control} />}
        </Field>
        <Field label={t('Currency')} hint={t('Of prices whose attribute names none, such as EUR.')}>
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
  const change = useChannelSetup(key, t('The address'))
  return (
    <SavedText
      control={control}
      value={(change.isPending ? change.variables.picture_address : address) ?? ''}
      onSave={(text) => change.mutate({ picture_address: text === '' ? null : text })}
    />
  )
}

function CurrencyText({ channel: { key, currency }, control }: SettingProps) {
  const change = useChannelSetup(key, t('The currency'))
  return (
    <SavedText
      control={control}
      value={(change.isPending ? change.variables.currency : currency) ?? ''}
      onSave={(text) => change.mutate({ currency: text === '' ? null : text.toUpperCase() })}
    />
  )
}

/** How many categories are mapped, and the way to the page where they are. */
function ChannelCategories({ channel }: { channel: Channel }) {
  const { api } = useWorkspace()
  const { change } = usePlace()
  const isWanted = listSourceOf(channel) !== undefined
  const { data } = useQuery({ ...categoryTreeQuery(api, undefined, undefined), enabled: isWanted })
  if (!isWanted || data === undefined || data.nodes.length === 0) return null
  return (
    <div className="channel-categories">
      <p>
        {t('Categories: {value}', {
          value: describeMapped(listCategoryNames(data.nodes, channel.categories)),
        })}
      </p>
      <Button
        aria-label={t('Map categories to {name}', { name: channel.name })}
        onClick={() => change({ categoriesOf: channel.key })}
      >
        {t('Map categories…')}
      </Button>
    </div>
  )
}
