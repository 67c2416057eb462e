import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { Channel } from '#shared/channels.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { channelPreviewQuery, soldProductQuery } from '../api/channels-queries.ts'
import { toListParams } from '../query/list-params.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { t, tMessage } from '../ui/text.ts'
import { soldQuery } from './to-fix.ts'

/** One product as the channel gets it, which follows every change of the fields beside it. */
export function ChannelPreview({ channel }: { channel: Channel }) {
  const { api } = useWorkspace()
  const [{ q, offset }, setWanted] = useState({ q: '', offset: 0 })
  const { data: attributes } = useQuery(attributesQuery(api, 'product'))
  const params = toListParams(soldQuery(channel, attributes ?? []))
  const { data } = useQuery({
    ...soldProductQuery(api, { q: q.trim(), offset, params }),
    enabled: attributes !== undefined,
  })
  const { product, total = 0 } = data ?? {}
  return (
    <section className="channel-preview" aria-label={t('Preview')}>
      <div className="channel-preview-head">
        <h2>{t('Preview')}</h2>
        <IconButton
          label={t('Previous product')}
          disabled={offset === 0}
          onClick={() => setWanted({ q, offset: offset - 1 })}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton
          label={t('Next product')}
          disabled={offset + 1 >= total}
          onClick={() => setWanted({ q, offset: offset + 1 })}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      <TextInput
        type="search"
        aria-label={t('Find a product to show')}
        placeholder={t('Find a product to show')}
        value={q}
        onChange={(text) => setWanted({ q: text, offset: 0 })}
      />
      {product === undefined ? (
        <p className="ui-field-hint">{t('No product matches.')}</p>
      ) : (
        <Product channel={channel} id={product.id} label={product.label} />
      )}
    </section>
  )
}

interface ProductProps {
  readonly channel: Channel
  readonly id: string
  readonly label: string | null
}

function Product({ channel, id, label }: ProductProps) {
  const { workspace } = useWorkspace()
  const { data, error } = useQuery(channelPreviewQuery(workspace.id, channel.key, id))
  if (error !== null) return <Notice tone="danger">{error.message}</Notice>
  const { records = [], problems = [] } = data ?? {}
  return (
    <>
      <strong>{label ?? t('(no name)')}</strong>
      {problems.length > 0 && (
        <ul className="channel-problem">
          {problems.map((problem) => (
            <li key={`${problem.field} ${problem.issue}`}>
              {problem.field}: {tMessage(problem.issue, problem)}
            </li>
          ))}
        </ul>
      )}
      {data && records.length === 0 && <p className="ui-field-hint">{t('It is not in the file.')}</p>}
      {records.map(({ fields }, index) => (
        <dl key={index}>
          {fields.map(({ name, value }, position) => (
            <Field key={`${name} ${position}`} name={name} value={value} />
          ))}
        </dl>
      ))}
    </>
  )
}

function Field({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <span className="channel-preview-long" title={value}>
          {value}
        </span>
      </dd>
    </>
  )
}
