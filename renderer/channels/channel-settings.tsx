import { useQuery } from '@tanstack/react-query'
import type { Channel } from '#shared/channels.ts'
import { recipesQuery } from '../api/pictures-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Checkbox, Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { SavedText } from '../ui/suggesting-text.tsx'
import { t } from '../ui/text.ts'
import { useChannelSetup } from './category-names.ts'

/** Where the pictures lie, and what else the file needs besides the fields. */
export function ChannelSettings({ channel }: { channel: Channel }) {
  return (
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
      <Field
        label={t('Address of products in the shop')}
        hint={t(
          'Such as https://shop.example/products/. Links are made of it and the handle of each product.',
        )}
      >
        {(control) => <ShopText channel={channel} control={control} />}
      </Field>
      <Field
        label={t('Countries')}
        hint={t('Where it sells, such as DE, AT. Pictures whose rights do not cover one of them stay out.')}
      >
        {(control) => <CountriesText channel={channel} control={control} />}
      </Field>
      <Field
        label={t('Form of the pictures')}
        hint={t('How large its pictures are and in which format. The forms are made in the settings.')}
      >
        {(control) => <RecipeChoice channel={channel} control={control} />}
      </Field>
      <ParentsChoice channel={channel} />
    </div>
  )
}

/** Most shops sell the variants; some list the product above them too. */
function ParentsChoice({ channel: { key, parents } }: { readonly channel: Channel }) {
  const change = useChannelSetup(key, t('What counts'))
  const isCounted = (change.isPending ? change.variables.parents : parents) === 'count'
  return (
    <Checkbox
      label={t('Products with variants count too')}
      hint={t(
        'For a shop that lists them beside their variants. Otherwise completeness counts the variants alone.',
      )}
      checked={isCounted}
      onChange={(next) => change.mutate({ parents: next ? 'count' : null })}
    />
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

function ShopText({ channel: { key, shop_address: address }, control }: SettingProps) {
  const change = useChannelSetup(key, t('The address'))
  return (
    <SavedText
      control={control}
      value={(change.isPending ? change.variables.shop_address : address) ?? ''}
      onSave={(text) => change.mutate({ shop_address: text === '' ? null : text })}
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

function CountriesText({ channel: { key, countries }, control }: SettingProps) {
  const change = useChannelSetup(key, t('The countries'))
  return (
    <SavedText
      control={control}
      value={(change.isPending ? change.variables.countries : countries) ?? ''}
      onSave={(text) => change.mutate({ countries: text === '' ? null : text })}
    />
  )
}

const asStored = ' '

function RecipeChoice({ channel: { key, recipe }, control }: SettingProps) {
  const { workspace } = useWorkspace()
  const { data: recipes = [] } = useQuery(recipesQuery(workspace.id))
  const change = useChannelSetup(key, t('The form of the pictures'))
  const shown = (change.isPending ? change.variables.recipe : recipe) ?? asStored
  const names = new Set([...recipes.map(({ name }) => name), ...(shown === asStored ? [] : [shown])])
  return (
    <Select
      {...control}
      value={shown}
      options={[
        { value: asStored, label: t('As they are stored') },
        ...[...names].map((name) => ({ value: name, label: name })),
      ]}
      onChange={(name) => change.mutate({ recipe: name === asStored ? null : name })}
    />
  )
}
