import { holdsReferences, isReferenceType } from '#shared/attributes.ts'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { entityTypes, type EntityType, type ReferenceStub } from '#shared/entities.ts'
import { rowsOf } from '../../api/entities-queries.ts'
import { attributeConfigsQuery } from '../../api/attributes-queries.ts'
import { referrersQuery, type Referrer } from '../../api/detail-queries.ts'
import { isStub, isStubList, labelOf } from '../cells/stubs.ts'
import { emptyGridQuery } from '../../query/grid-query.ts'
import { readValue } from '../../query/columns.ts'
import { goTo, everything, toSearch } from '../../query/location.ts'
import { typeTexts } from '../../state/entity-types.ts'
import { formatCount } from '../../ui/format-count.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { entityQuery } from '../../api/detail-queries.ts'
import { useDetail } from './detail-context.ts'
import { AliasEditor } from '../../state/alias-editor.tsx'
import { ValueField } from './value-field.tsx'
import { t, inSentence } from '../../ui/text.ts'

export function LinksTab() {
  const { session, columns, entity } = useDetail()
  const forward = columns.filter(({ traits }) => holdsReferences(traits))
  return (
    <>
      <section className="detail-group" aria-label={t('Refers to')}>
        <h3>{t('Refers to')}</h3>
        <ParentLink />
        {forward.length === 0 && (
          <p className="detail-note">
            {t(
              'No attribute of this type refers to anything. Add one of the type Reference to link entries.',
            )}
          </p>
        )}
        {forward.map((column) => {
          const value = readValue(entity, column)
          const stubs = isStubList(value) ? value : isStub(value) ? [value] : []
          return (
            <div key={column.id}>
              <ValueField session={session} entity={entity} column={column} />
              <LinkList stubs={stubs} label={t('{name} to open', { name: column.name })} />
            </div>
          )
        })}
      </section>
      <Referrers />
      <AliasList />
    </>
  )
}

function ParentLink() {
  const { session, entity } = useDetail()
  const parentId = entity.parent_id
  const { data } = useQuery({
    ...entityQuery(session.api, session.type, parentId ?? ''),
    enabled: parentId !== null,
  })
  if (parentId === null) return null
  return (
    <div className="detail-field">
      <span className="detail-name">{session.type === 'product' ? t('Variant of') : t('Parent')}</span>
      <LinkList
        stubs={[{ id: parentId, type: session.type, label: data?.label ?? null }]}
        label={t('Parent to open')}
      />
    </div>
  )
}

function LinkList({ stubs, label }: { stubs: readonly ReferenceStub[]; label: string }) {
  const { session } = useDetail()
  if (stubs.length === 0) return null
  return (
    <ul className="detail-links" aria-label={label}>
      {stubs.map((stub) => {
        const place = {
          workspaceId: session.api.workspaceId,
          view: stub.type,
          savedView: everything,
          query: { ...emptyGridQuery, clauses: [{ key: 'id', operator: 'eq', value: stub.id }] },
        }
        return (
          <li key={stub.id}>
            <a
              href={toSearch(place)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                goTo(place)
              }}
            >
              <ExternalLink size={12} aria-hidden />
              {labelOf(stub)}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

interface NamedReferrer extends Referrer {
  readonly name: string
}

function useReferrers(workspaceId: string, target: EntityType): NamedReferrer[] | undefined {
  return useQueries({
    queries: entityTypes.map((type) => attributeConfigsQuery(workspaceId, type)),
    combine: (answers) =>
      answers.some(({ data }) => data === undefined)
        ? undefined
        : answers
            .flatMap(({ data = [] }) => data)
            .filter(
              ({ data_type: dataType, reference }) => isReferenceType(dataType) && reference?.type === target,
            )
            .map(({ entity_type: type, key, name }) => ({ type, key, name })),
  })
}

function Referrers() {
  const { session } = useDetail()
  const referrers = useReferrers(session.api.workspaceId, session.type)
  if (referrers === undefined) return <Skeleton height={60} />
  return (
    <section className="detail-group" aria-label={t('Referred to by')}>
      <h3>{t('Referred to by')}</h3>
      {referrers.length === 0 && (
        <p className="detail-note">
          {t('Nothing can refer to {plural} yet.', {
            plural: inSentence(typeTexts()[session.type].plural),
          })}
        </p>
      )}
      {referrers.map((referrer) => (
        <ReferrerList key={`${referrer.type} ${referrer.key}`} referrer={referrer} />
      ))}
    </section>
  )
}

function ReferrerList({ referrer }: { referrer: NamedReferrer }) {
  const { session, entity } = useDetail()
  const pages = useInfiniteQuery(referrersQuery(session.api, referrer, entity.id))
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = pages
  const title = t('{plural} by {name}', { plural: typeTexts()[referrer.type].plural, name: referrer.name })
  const total = data?.pages[0]?.pagination.total
  return (
    <div className="detail-referrers">
      <h4>
        {title} <span className="side-count">{total === undefined ? '' : formatCount(total)}</span>
      </h4>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {total === 0 && <p className="detail-note">{t('None')}</p>}
      <LinkList stubs={rowsOf(data) ?? []} label={title} />
      {hasNextPage && (
        <Button variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('Show more of {title}', { title })}
        </Button>
      )}
    </div>
  )
}

/** The other spellings by which imports and typed texts find the entity. */
function AliasList() {
  const { session, entity } = useDetail()
  return (
    <section className="detail-group" aria-label={t('Also written as')}>
      <h3>{t('Also written as')}</h3>
      <AliasEditor subject={{ type: session.type, entity_id: entity.id }} target={{ entity_id: entity.id }} />
    </section>
  )
}
