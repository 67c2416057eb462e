import type { Creation } from '#shared/imports.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { FolderField } from '../ui/folder-field.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PlanProblems } from './plan-problems.tsx'
import { emptyCellTexts, isCreated } from './import-choices.ts'
import { MergeKeyField, DuplicateKeysWarning } from './merge-key-field.tsx'
import { hasPictures } from './plan-columns.ts'
import { SaveProfile } from './profile-field.tsx'
import type { StepProps } from './step-props.ts'
import { byLanguage, t } from '../ui/text.ts'

const creationTexts = byLanguage((): readonly { creation: Creation; label: string; hint: string }[] => [
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

/** How known entities are recognised, what an empty cell means, and what may be created on the way. */
export function RowsStep(props: StepProps) {
  const { choices, plan, onChoices, onStep } = props
  if (plan === undefined) return <Skeleton height={240} />
  return (
    <>
      <div className="import-settings">
        <MergeKeyField {...props} />
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
      </div>
      <DuplicateKeysWarning plan={plan} />
      <div className="import-creations">
        {creationTexts().map(({ creation, label, hint }) => (
          <Checkbox
            key={creation}
            label={label}
            hint={hint}
            checked={isCreated(choices, plan.preview.creations, creation)}
            onChange={(isWanted) =>
              onChoices({ ...choices, creations: { ...choices.creations, [creation]: isWanted } })
            }
          />
        ))}
      </div>
      <PicturesField {...props} />
      <SaveProfile choices={choices} plan={plan} />
      <PlanProblems plan={plan} onStep={onStep} />
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={() => onStep('columns')}>
          {t('Back')}
        </Button>
        <Button variant="primary" onClick={() => onStep('check')}>
          {t('Next: check')}
        </Button>
      </div>
    </>
  )
}

/** Where the pictures lie that cells name; nothing where no column is for pictures. */
function PicturesField({ choices, plan, onChoices }: StepProps) {
  if (plan === undefined || !hasPictures(plan.columns)) return null
  return (
    <FolderField
      label={t('Folder of pictures')}
      hint={t(
        'On this computer, for cells that name a picture, such as chair.jpg. Web addresses stay links, unless the step before has their pictures fetched.',
      )}
      value={choices.imagesFolder}
      onChange={(imagesFolder) => onChoices({ ...choices, imagesFolder })}
    />
  )
}
