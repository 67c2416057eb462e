import { dateOrders, decimalMarks, type ImportQuestion } from '#shared/imports.ts'
import { Choice } from '../ui/choice.tsx'
import { readingTexts } from '../ui/reading-texts.ts'
import type { StepProps } from './step-props.ts'
import { byLocale, t } from '../ui/text.ts'

/** What the file leaves open: both ways of reading it, on its own cells. An answer can be changed. */
export function OpenQuestions({
  choices,
  plan,
  onChoices,
}: Pick<StepProps, 'choices' | 'plan' | 'onChoices'>) {
  if (plan === undefined || plan.questions.length === 0) return null
  return (
    <section className="import-questions" aria-label={t('What the file leaves open')}>
      {plan.questions.map((question) => (
        <Choice
          key={question.setting}
          label={ask(question)}
          value={choices[question.setting]}
          choices={question.readings.map(({ value, samples }) => ({
            value,
            label: readingTexts()[value],
            hint: <Samples samples={samples} />,
          }))}
          onChange={(value) => onChoices(answer(choices, value))}
        />
      ))}
    </section>
  )
}

type Reading = ImportQuestion['readings'][number]

/** `Does 1.250 mean 1250 or 1.25?`, of the first cell that can be read in two ways. */
function ask({ readings }: ImportQuestion): string {
  const cell = readings[0]?.samples[0]?.cell ?? ''
  const values = readings.map(({ samples: [first] }) => tell(first?.value ?? null))
  return t('Does {cell} mean {values}? Nothing in the file tells, so please choose.', {
    cell,
    values: alternatives().format(values),
  })
}

function answer(choices: StepProps['choices'], value: Reading['value']): StepProps['choices'] {
  const decimal = decimalMarks.find((mark) => mark === value)
  const dates = dateOrders.find((order) => order === value)
  return { ...choices, ...(decimal && { decimal }), ...(dates && { dates }) }
}

const shownSamples = 4

function Samples({ samples }: Pick<Reading, 'samples'>) {
  return (
    <span className="import-reading">
      {samples.slice(0, shownSamples).map(({ row, column, cell, value }) => (
        <span key={`${row} ${column}`}>
          {cell} → <b>{tell(value)}</b> <span>{t('{column}, row {row}', { column, row })}</span>
        </span>
      ))}
    </span>
  )
}

const days = byLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))

const alternatives = byLocale((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }))

const numbers = byLocale(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }),
)

/** Without marks between thousands, which might be taken for the other reading. */
function tell(value: Reading['samples'][number]['value']): string {
  if (value === null) return t('nothing')
  return typeof value === 'number' ? numbers().format(value) : days().format(new Date(value))
}
