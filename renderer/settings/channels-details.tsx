import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Channel,
  type ChannelField,
  type ChannelSetup,
  type ChannelSummary,
  requirementLevels,
} from '#shared/channels.ts'
import { isTerminal } from '#shared/jobs.ts'
import { channelQuery } from '../api/channels-queries.ts'
import { recipesQuery } from '../api/pictures-queries.ts'
import { jobsQuery } from '../api/jobs-queries.ts'
import { EndedJob } from '../jobs/ended-job.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { describeLimits, ChannelFindings } from './channels-completeness.tsx'
import { PageTable } from '../ui/pages.tsx'
import { FilledBy, useFillOptions } from './channels-filled-by.tsx'
import { CustomChannelEditor } from './custom-channel-editor.tsx'
import type { Fill } from './custom-columns.ts'
import { useChannelSetup, listSourceOf, describeMapped } from './category-names.ts'
import { cachedByLanguage, t, tMessage } from '../ui/text.ts'
import { listCategoryNames } from '#shared/category-names.ts'
import { categoryTreeQuery } from '../api/entities-queries.ts'
import { usePageParams } from '../query/location.ts'
import { readChannelsParams } from './feature.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/field.tsx'
import { SavedText } from '../ui/suggesting-text.tsx'

export function ChannelDetails({ channel }: { channel: ChannelSummary }) {
  const { api } = useWorkspace()
  const { data, error } = useQuery(channelQuery(api, channel.key))
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  if (data === undefined) return <Skeleton height={240} />
  return (
    <>
      <ChannelFindings channel={channel} />
      <LastExport channelKey={channel.key} />
      <ChannelSettings channel={data} />
      {data.own === true ? (
        <CustomChannelEditor channel={data} />
      ) : (
        <FieldTable channel={channel} fields={data.fields} />
      )}
    </>
  )
}

function LastExport({ channelKey }: { channelKey: Channel['key'] }) {
  const { api } = useWorkspace()
  const { data: jobs = [] } = useQuery(jobsQuery(api))
  const last = jobs.find(
    ({ name, status, metadata }) =>
      name === 'channel_export' && isTerminal(status) && metadata['channel'] === channelKey,
  )
  if (last === undefined) return null
  return (
    <section className="channel-findings" aria-label={t('Last export')}>
      <h3>{t('Last export')}</h3>
      <EndedJob job={last} onReport={() => undefined} />
    </section>
  )
}

const requirementNames = cachedByLanguage(
  () => ({ required: t('Required'), recommended: t('Recommended'), optional: t('Optional') }) as const,
)

interface FieldTableProps {
  channel: ChannelSummary
  fields: readonly ChannelField[]
}

function FieldTable({ channel, fields }: FieldTableProps) {
  const options = useFillOptions()
  const [text, setText] = useState('')
  const found = fields.filter((field) => isFound(field, text))
  const sorted = requirementLevels.flatMap((requirement) =>
    found.filter((field) => field.requirement === requirement),
  )
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('Find a field of {name}', { name: channel.name })}
        placeholder={t('Find a field by its name or what fills it')}
        value={text}
        onChange={setText}
      />
      {sorted.length === 0 && (
        <p className="ui-field-hint">{t('No field of {name} is called that.', { name: channel.name })}</p>
      )}
      <PageTable
        label={t('Fields of {name}', { name: channel.name })}
        columns={[t('Field'), t('Requirement'), t('Filled by'), t('Accepts')]}
      >
        {sorted.map((field) => (
          <FieldLine key={field.target} channelKey={channel.key} field={field} options={options} />
        ))}
      </PageTable>
    </>
  )
}

function isFound({ target, attribute, value, formula }: ChannelField, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [target, attribute, value, formula].some((part) => part?.toLowerCase().includes(wanted))
}

interface FieldLineProps {
  channelKey: Channel['key']
  field: ChannelField
  options: readonly SelectOption<string>[]
}

function FieldLine({ channelKey, field, options }: FieldLineProps) {
  const { target } = field
  const change = useChannelSetup(channelKey, target)
  const pending = change.isPending ? change.variables.mapping?.[target] : undefined
  return (
    <tr>
      <th scope="row">{target}</th>
      <td className="channel-asked">
        {field.condition
          ? t('Needed: {condition}', { condition: tMessage(field.condition, field) })
          : requirementNames()[field.requirement]}
      </td>
      <td className="channel-choice">
        <FilledBy
          field={
            pending === undefined ? field : { target, requirement: field.requirement, attribute: pending }
          }
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

function ChannelSettings({ channel }: { channel: Channel }) {
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

function ChannelCategories({ channel }: { channel: Channel }) {
  const { api } = useWorkspace()
  const [, change] = usePageParams(readChannelsParams)
  const hasCategories = listSourceOf(channel) !== undefined
  const { data } = useQuery({ ...categoryTreeQuery(api, undefined, undefined), enabled: hasCategories })
  if (!hasCategories || data === undefined || data.nodes.length === 0) return null
  return (
    <div className="channel-categories">
      <p>
        {t('Categories: {value}', {
          value: describeMapped(listCategoryNames(data.nodes, channel.categories)),
        })}
      </p>
      <Button
        aria-label={t('Map categories to {name}', { name: channel.name })}
        onClick={() => change({ categories: channel.key })}
      >
        {t('Map categories…')}
      </Button>
    </div>
  )
}
