import { useQuery } from '@tanstack/react-query'
import {
  Columns2,
  Crop,
  ExternalLink,
  FileArchive,
  MousePointerClick,
  Rows3,
  ScanSearch,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { EntityResource } from '#shared/entities.ts'
import type { PictureUses } from '#shared/schemas/renditions.ts'
import { pictureUrl } from '../api/client.ts'
import { entityQuery } from '../api/detail-queries.ts'
import { fileDetailsQuery, hashOfValue, imageUsesQuery } from '../api/pictures-queries.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { LocationLink } from '../query/location-link.tsx'
import { goTo, everything, type PageLocation } from '../query/location.ts'
import { Allowed, Changeable } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formatBytes, formatCount, formatDay } from '../ui/format-count.ts'
import { Skeleton } from '../ui/progress.tsx'
import { SavedText } from '../ui/suggesting-text.tsx'
import { t } from '../ui/text.ts'
import type { PictureEdits } from './picture-edits.ts'
import { type Picture, shownUrl } from './picture-source.ts'
import { PictureVersions } from './picture-versions.tsx'

export interface SelectedActions {
  readonly onCompare: () => void
  readonly onMatch: () => void
  readonly onEdit: () => void
  readonly onDownload: () => void
  readonly onTrash: () => void
}

interface PicturePanelProps {
  readonly selected: readonly Picture[]
  readonly count: number
  readonly children?: ReactNode
}

/** The selection: one picture with its facts, or the number of selected pictures. */
export function PicturePanel({ selected, count, children }: PicturePanelProps) {
  const [only] = selected
  const name = count === 1 && only ? (only.name ?? t('Without a name')) : t('Selected pictures')
  return (
    <aside className="picture-panel" aria-label={name} data-empty={count === 0 || undefined}>
      {count === 0 && (
        <div className="picture-panel-hint">
          <MousePointerClick aria-hidden />
          <p>{t('Select a picture to see its file, its texts and where it is used.')}</p>
        </div>
      )}
      {count === 1 && only && <Preview key={only.id} picture={only} />}
      {count > 1 && <Stack pictures={selected} count={count} />}
      {children}
    </aside>
  )
}

const previewSide = 640

function Preview({ picture }: { readonly picture: Picture }) {
  const { value, name } = picture
  const { workspace } = useWorkspace()
  const [pixels, setPixels] = useState<Pixels>()
  const edited = shownUrl(workspace.id, picture, previewSide)
  return (
    <>
      <div className="picture-panel-preview">
        {value !== undefined && (
          <img
            src={picture.steps === undefined ? pictureUrl(workspace.id, value) : edited}
            alt={name ?? t('Picture')}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setPixels({ width, height })
            }
          />
        )}
      </div>
      <dl className="picture-panel-facts">
        <FileFacts {...{ value, pixels }} />
      </dl>
    </>
  )
}

interface Pixels {
  readonly width: number
  readonly height: number
}

interface FileFactsProps {
  readonly value: string | undefined
  readonly pixels: Pixels | undefined
}

function FileFacts({ value, pixels }: FileFactsProps) {
  const { api } = useWorkspace()
  const { data: file } = useQuery({ ...fileDetailsQuery(api, value ?? ''), enabled: value !== undefined })
  return (
    <>
      {pixels && (
        <Fact name={t('Pixels')}>{`${formatCount(pixels.width)} × ${formatCount(pixels.height)}`}</Fact>
      )}
      {file && <Fact name={t('Size')}>{formatBytes(file.size)}</Fact>}
      {file && <Fact name={t('File type')}>{file.media_type.replace(/^image\//, '').toUpperCase()}</Fact>}
      {file && <Fact name={t('Added')}>{formatDay(file.created_at)}</Fact>}
      {value !== undefined && hashOfValue(value) === undefined && <Fact name={t('Address')}>{value}</Fact>}
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

const maxStacked = 9

function Stack({ pictures, count }: { readonly pictures: readonly Picture[]; readonly count: number }) {
  const { workspace } = useWorkspace()
  return (
    <>
      <ul className="picture-panel-stack" aria-label={t('Selected pictures')}>
        {pictures.slice(0, maxStacked).map(({ id, name, value }) => (
          <li key={id}>
            {value !== undefined && <img src={pictureUrl(workspace.id, value)} alt={name ?? t('Picture')} />}
          </li>
        ))}
      </ul>
      <p className="picture-panel-count">
        {t('{count, plural, one {# picture} other {# pictures}} selected', { count })}
      </p>
    </>
  )
}

interface ImageTextsProps {
  readonly id: string
  readonly attributes: readonly AttributeDefinition[]
  readonly edits: PictureEdits
}

/** The name and the alternative text of an image, edited in place, and where the image is used. */
export function ImageTexts({ id, attributes, edits }: ImageTextsProps) {
  const { api } = useWorkspace()
  const { data: image } = useQuery(entityQuery(api, 'image', id))
  const { data: uses } = useQuery(imageUsesQuery(api, id))
  if (!image) return <Skeleton height={80} />
  const primary = attributes.find(
    ({ is_primary: isPrimary, data_type: type }) => isPrimary && type !== 'image',
  )
  const alt = attributes.find(({ key }) => key === 'alt_text')
  const media = attributes.find(({ data_type: type }) => type === 'image')
  const save = (key: string, text: string): void =>
    void edits.write({ image, key, value: text === '' ? null : text })
  return (
    <>
      <Changeable to="rows">
        <div className="picture-panel-texts">
          {primary && (
            <Field label={primary.name}>
              {(control) => (
                <SavedText
                  control={control}
                  value={textOf(image, primary.key)}
                  onSave={(text) => text !== '' && save(primary.key, text)}
                />
              )}
            </Field>
          )}
          {alt && (
            <Field label={alt.name}>
              {(control) => (
                <AltText
                  key={image.id}
                  id={control.id}
                  value={textOf(image, alt.key)}
                  onSave={(text) => save(alt.key, text)}
                />
              )}
            </Field>
          )}
        </div>
      </Changeable>
      {uses && <UseList uses={uses} />}
      {media && <PictureVersions image={image} pictureKey={media.key} edits={edits} />}
    </>
  )
}

function textOf({ attributes }: EntityResource, key: string): string {
  const value = attributes[key]
  return typeof value === 'string' ? value : ''
}

interface AltTextProps {
  readonly id: string
  readonly value: string
  readonly onSave: (text: string) => void
}

/** A text of some lines, saved on leaving the field or by Enter. */
function AltText({ id, value, onSave }: AltTextProps) {
  const [draft, setDraft] = useState<string>()
  const save = (): void => {
    if (draft !== undefined && draft.trim() !== value) onSave(draft.trim())
    setDraft(undefined)
  }
  return (
    <textarea
      id={id}
      className="ui-control picture-panel-alt"
      rows={3}
      value={draft ?? value}
      placeholder={t('What the picture shows, for those who do not see it')}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setDraft(undefined)
        if (event.key !== 'Enter' || event.shiftKey) return
        event.preventDefault()
        save()
      }}
    />
  )
}

export function UseList({ uses: { total, first } }: { readonly uses: PictureUses }) {
  const { workspace } = useWorkspace()
  return (
    <section className="picture-panel-uses">
      <h3>
        {t('Used by')} <span className="side-count">{formatCount(total)}</span>
      </h3>
      {total === 0 && <p className="picture-panel-note">{t('Nothing uses this picture yet.')}</p>}
      <ul>
        {first.map(({ entity, attribute }) => {
          return (
            <li key={`${entity.id} ${attribute.key}`}>
              <LocationLink to={rowLocation(workspace.id, entity)}>
                <ExternalLink size={12} aria-hidden />
                {entity.label ?? t('Without a name')}
              </LocationLink>
              <span className="picture-panel-note">{attribute.name}</span>
            </li>
          )
        })}
      </ul>
      {total > first.length && (
        <p className="picture-panel-note">{t('and {count} more', { count: total - first.length })}</p>
      )}
    </section>
  )
}

export function rowLocation(
  workspaceId: string,
  { type, id }: Pick<EntityResource, 'type' | 'id'>,
): PageLocation {
  const clauses = [{ key: 'id', operator: 'eq', value: id }]
  return { workspaceId, view: type, savedView: everything, query: { ...emptyGridQuery, clauses } }
}

interface ImageActionsProps extends SelectedActions {
  readonly selected: readonly Picture[]
  readonly count: number
}

/** The actions for the selected images. */
export function ImageActions({ selected, count, onCompare, onMatch, onEdit, ...others }: ImageActionsProps) {
  const { onDownload, onTrash } = others
  const { workspace } = useWorkspace()
  const [only] = selected
  if (count === 0) return null
  const isStored = selected.some(({ value }) => hashOfValue(value) !== undefined)
  return (
    <div className="picture-panel-actions">
      {count === 2 && (
        <Button variant="primary" onClick={onCompare}>
          <Columns2 aria-hidden />
          {t('Compare')}
        </Button>
      )}
      {count === 1 && only && (
        <Button onClick={() => goTo(rowLocation(workspace.id, { type: 'image', id: only.id }))}>
          <Rows3 aria-hidden />
          {t('Show its row in the grid')}
        </Button>
      )}
      {isStored && count === 1 && (
        <Allowed to="rows">
          <Button onClick={onEdit}>
            <Crop aria-hidden />
            {t('Edit the picture')}
          </Button>
        </Allowed>
      )}
      {isStored && (
        <Allowed to="rows">
          <Button onClick={onMatch}>
            <ScanSearch aria-hidden />
            {t('Place at products')}
          </Button>
        </Allowed>
      )}
      <Button onClick={onDownload}>
        <FileArchive aria-hidden />
        {t('Download as a ZIP')}
      </Button>
      <Allowed to="trash">
        <Button variant="ghost" onClick={onTrash}>
          <Trash2 aria-hidden />
          {t('Move to the trash')}
        </Button>
      </Allowed>
    </div>
  )
}
