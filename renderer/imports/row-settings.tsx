import type { Creation, MisfitMode, PictureMode } from '#shared/imports.ts'
import { Checkbox, Field } from '../ui/field.tsx'
import { FolderField } from '../ui/folder-field.tsx'
import { Select } from '../ui/select.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'
import { emptyCellTexts, isCreated, trimAll } from './import-choices.ts'
import { hasPictures, namesPictures } from './plan-columns.ts'
import { SaveProfile } from './profile-field.tsx'
import type { PlannedImportProps } from './import-props.ts'

/** How all rows are written: empty cells, cells that do not fit, what is created, and where pictures are. */
export function RowSettings(props: PlannedImportProps) {
  const { choices, plan, onChoices } = props
  const writable = plan.columns.filter(
    ({ kind, header }) => kind !== 'none' && kind !== 'id' && header !== '',
  )
  return (
    <>
      <CellSettings {...props} />
      <div className="import-creations">
        {creationTexts().map(({ creation, label, hint }) => (
          <Checkbox
            key={creation}
            label={label}
            hint={hint}
            checked={isCreated(choices, plan.preview.creations, creation)}
            onChange={(isChosen) =>
              onChoices({ ...choices, creations: { ...choices.creations, [creation]: isChosen } })
            }
          />
        ))}
        <Checkbox
          label={t('Leave out spaces before and after the text, in all columns')}
          checked={writable.length > 0 && writable.every(({ rule }) => rule.trim === true)}
          onChange={(isTrimmed) => onChoices(trimAll(choices, plan.columns, isTrimmed))}
        />
      </div>
      <PictureFolderField {...props} />
      <SaveProfile choices={choices} plan={plan} />
    </>
  )
}

function CellSettings(props: PlannedImportProps) {
  const { choices, plan, onChoices } = props
  return (
    <div className="import-settings">
      <Field label={t('An empty cell')} hint={t('Each column can be set differently.')}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            describedBy={describedBy}
            value={choices.emptyCells}
            options={emptyCellTexts()}
            onChange={(emptyCells) => onChoices({ ...choices, emptyCells })}
          />
        )}
      </Field>
      <Field label={t('A cell that does not fit')}>
        {({ id }) => (
          <Select<MisfitMode>
            id={id}
            value={choices.misfits}
            options={[
              { value: 'cell', label: t('is left out of its row') },
              { value: 'row', label: t('leaves out its row') },
            ]}
            onChange={(misfits) => onChoices({ ...choices, misfits })}
          />
        )}
      </Field>
      {namesPictures(plan.columns) && <PictureModeField {...props} />}
    </div>
  )
}

const pictureModeTexts = cachedByLanguage((): readonly { value: PictureMode; label: string }[] => [
  { value: 'link', label: t('stays a link') },
  { value: 'fetch', label: t('has its picture fetched') },
  { value: 'refetch', label: t('has changed pictures fetched too') },
])

function PictureModeField({ choices, onChoices }: PlannedImportProps) {
  return (
    <Field label={t('An address of a picture')}>
      {({ id }) => (
        <Select<PictureMode>
          id={id}
          value={choices.pictures}
          options={pictureModeTexts()}
          onChange={(pictures) => onChoices({ ...choices, pictures })}
        />
      )}
    </Field>
  )
}

function PictureFolderField({ choices, plan, onChoices }: PlannedImportProps) {
  if (!hasPictures(plan.columns)) return null
  return (
    <FolderField
      label={t('Folder of pictures')}
      hint={t(
        'On this computer, for cells that name a picture, such as chair.jpg. Web addresses stay links, unless their pictures are fetched.',
      )}
      value={choices.imagesFolder}
      onChange={(imagesFolder) => onChoices({ ...choices, imagesFolder })}
    />
  )
}

const creationTexts = cachedByLanguage((): readonly { creation: Creation; label: string; hint: string }[] => [
  {
    creation: 'create_missing_attributes',
    label: t('Create attributes for columns that have none'),
    hint: t(
      'Their data type is guessed from the whole file unless you have chosen one. Codes with leading zeros stay text.',
    ),
  },
  {
    creation: 'create_missing_options',
    label: t('Create missing options of selects'),
    hint: t('Otherwise a cell with an unknown option does not fit.'),
  },
  {
    creation: 'create_missing_vendors',
    label: t('Create missing vendors'),
    hint: t('A vendor that is named but missing is created with that name.'),
  },
  {
    creation: 'create_missing_categories',
    label: t('Create missing categories'),
    hint: t('If a cell gives a path, the categories above it are created, too.'),
  },
  {
    creation: 'create_missing_images',
    label: t('Create missing images'),
    hint: t('An address of a picture in a list of images becomes an image of its own.'),
  },
])
