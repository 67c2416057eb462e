import { Type } from 'typebox'
import {
  dateOrders,
  decimalMarks,
  emptyCellModes,
  fileFormats,
  maxColumnSteps,
  quoteModes,
  misfitModes,
  pictureModes,
  shapeChoices,
  textEncodings,
} from '../imports.ts'
import { EntityTypeSchema } from '../schemas/entities.ts'
import { Job } from '../schemas/jobs.ts'
import { dataOf, type RouteTable } from './route.ts'
import { startedJob } from './examples.ts'
import { ImportSettings } from '../schemas/imports.ts'
import { Language } from '../schemas/file-reading.ts'

/** Every step in the form in which it is written. */
const stepForms = [
  '{"trim": true}',
  '{"case": "upper"|"lower"|"sentence"|"title"}',
  '{"replace": {"find", "with", "pattern": true}}',
  '{"split": {"separator", "part": 1}}',
  '{"join": {"columns": […], "separator"}}',
  '{"map": {"table": {…}, "otherwise": "keep"|"clear"|"fail"}}',
  '{"number": {"decimal": "point"|"comma"}}',
  '{"date": {"order": "ymd"|"dmy"|"mdy"}}',
  '{"unit": {"from": "g", "to": "kg"}}',
  '{"strip_html": true}',
  '{"prefix": "…"}',
  '{"suffix": "…"}',
  '{"default": "…"}',
  '{"formula": "{{column}} & …"}',
]
  .map((form) => `\`${form}\``)
  .join(', ')

const flag = Type.Optional(Type.Enum(['true', 'false']))

const ImportForm = Type.Object(
  {
    type: EntityTypeSchema,
    format: Type.Optional(
      Type.Enum([...fileFormats], { description: 'Without it the content of the file tells.' }),
    ),
    delimiter: Type.Optional(
      Type.String({
        description: 'The one character between the cells of CSV; without it the content tells.',
      }),
    ),
    quote: Type.Optional(
      Type.Enum([...quoteModes], {
        description:
          'Of CSV: whether quotation marks enclose cells (`double`) or are signs as any others (`none`); without it the content tells.',
      }),
    ),
    encoding: Type.Optional(
      Type.Enum([...textEncodings], {
        description:
          'Of CSV; without it the content tells, and the result says which one was read. A mark at the beginning of the file counts before it.',
      }),
    ),
    sheet: Type.Optional(Type.String({ description: 'Of a workbook; without it the first.' })),
    language: Type.Optional(Language),
    shape: Type.Optional(
      Type.Enum([...shapeChoices], {
        description:
          'The shop whose file it is; without it the columns tell. `none` reads every row as it stands.',
      }),
    ),
    header_row: Type.Optional(
      Type.Integer({
        description:
          'The row of the table that names its columns, from 1; 0 where none does. Without it the content tells; titles above it, units and totals below are left out.',
      }),
    ),
    merge_key: Type.Optional(
      Type.String({
        description:
          'The attribute, or the column, by which known entities are found; `id` finds them by a column of that name. Without it every row is a new entity.',
      }),
    ),
    mapping: Type.Optional(
      Type.String({
        description: `A JSON object from column names to attribute keys, to \`parent_id\`, to null, which leaves a column out, or to a rule:
\`{"key": "vendor", "by": "vendor_code"}\`. A rule may say how references and the parent are found (\`by\` an attribute, \`path\`
separator), \`trim\`, replace \`values\`, split by a \`separator\`, and how numbers (\`decimal\`: point, comma) and \`dates\` (ymd, dmy,
mdy) are written, which \`unit\` cells carry, what becomes of cells that are not quite numbers (\`remedies\`), what \`empty_cells\` do, and of a new attribute its \`data_type\` and \`reference_type\`. \`steps\`, ${maxColumnSteps} at most, are done with each cell in
their order: ${stepForms}. Columns that are not named
go to the attribute of their name, or to the one their cells look like.`,
      }),
    ),
    profile: Type.Optional(
      Type.String({
        description: 'The name or id of saved settings, which hold where a field is not given.',
      }),
    ),
    create_missing_attributes: flag,
    create_missing_options: flag,
    create_missing_vendors: flag,
    create_missing_categories: flag,
    create_missing_images: flag,
    empty_cells: Type.Optional(Type.Enum([...emptyCellModes])),
    misfits: Type.Optional(
      Type.Enum([...misfitModes], {
        description:
          'What is left out where a cell does not fit its attribute: the cell (the default), or its row.',
      }),
    ),
    pictures: Type.Optional(
      Type.Enum([...pictureModes], {
        description:
          'What is done with addresses in image columns and in references to images: they stay links (the default), or a job of the name `fetch_pictures` fetches the pictures when the rows are written; with `refetch` it also asks for those that were fetched before and takes what has changed. An address that was fetched before is written as the file it is, unless `link` is said.',
      }),
    ),
    renumbered: ImportSettings.properties.renumbered,
    renamed: ImportSettings.properties.renamed,
    imported_rows: ImportSettings.properties.imported_rows,
    merged_rows: ImportSettings.properties.merged_rows,
    price_share: ImportSettings.properties.price_share,
    price_changes: ImportSettings.properties.price_changes,
    decimal: Type.Optional(
      Type.Enum([...decimalMarks], {
        description:
          'How numbers are written in columns that can be read in two ways, where nothing in the file tells: a file that leaves it open is refused.',
      }),
    ),
    dates: Type.Optional(
      Type.Enum([...dateOrders], {
        description: 'The same for the order of dates.',
      }),
    ),
    corrections: Type.Optional(
      Type.String({
        description: `A JSON array of cells to take otherwise than the file has them, at most 500: \`[{"row": 3, "column": "Price", "value": "12.50"}]\`. The row is
that of a fault, the value is written as the file writes its cells.`,
      }),
    ),
    dry_run: flag,
    file: Type.String({
      contentMediaType: 'application/octet-stream',
      description:
        'The file, as the last part; a ZIP with one table and the pictures that its cells name too.',
    }),
  },
  { additionalProperties: false },
)

/** The import of a file: uploaded to disk, then worked off by a job (decisions, Imports and exports). */
export const importRoutes = {
  'POST /imports': {
    id: 'startImport',
    tag: 'Imports and exports',
    summary: 'Import a file',
    typeScope: 'write',
    form: ImportForm,
    mayWait: true,
    answers: { 202: dataOf(Job) },
    issues: {
      type: ['required', 'invalid_value'],
      file: ['required'],
      merge_key: ['not_a_defined_attribute', 'not_a_text_attribute'],
      format: ['invalid_value'],
      encoding: ['invalid_value'],
      quote: ['invalid_value'],
      shape: ['invalid_value'],
      empty_cells: ['invalid_value'],
      misfits: ['invalid_value'],
      pictures: ['invalid_value'],
      language: ['invalid_value'],
      header_row: ['expected_non_negative_integer'],
      decimal: ['invalid_value'],
      dates: ['invalid_value'],
      renumbered: ['invalid_value'],
      renamed: ['invalid_value'],
      imported_rows: ['invalid_value'],
      merged_rows: ['invalid_value'],
      price_share: ['expected_non_negative_integer'],
      price_changes: ['invalid_value'],
      dry_run: ['expected_boolean'],
      create_missing_attributes: ['expected_boolean'],
      create_missing_options: ['expected_boolean'],
      create_missing_vendors: ['expected_boolean'],
      create_missing_categories: ['expected_boolean'],
      create_missing_images: ['expected_boolean'],
    },
    docs: () => ({
      description: `Takes a CSV file, an Excel workbook, JSON, JSON lines or XML (feeds for Google, BMEcat, GS1) in and works it off by a job. Rows that are refused change nothing, stop nothing,
and wait in \`GET /jobs/{id}/errors\`. A dry run answers the same counts and changes nothing; what it would change is in
\`GET /jobs/{id}/differences\`. Rows may name parents that come further down in the file. Of several columns of one
name, the second is \`Price (2)\` in mappings and results, the third \`Price (3)\`.`,
      access:
        'Needs the write scope of the type, such as `write:products`, `write:attributes` where missing attributes or options are created, `write:vendors` and `write:categories` where those are, `write:images` where pictures are fetched; with a profile all of them.',
      body: {
        examples: {
          steps: {
            type: 'product',
            merge_key: 'sku',
            mapping:
              '{"Nr":{"key":"sku","steps":[{"split":{"separator":"/","part":2}},{"prefix":"CH-"}]},"Preis":{"key":"price","steps":[{"number":{"decimal":"comma"}},{"formula":"ROUND({{Preis}} * 1.19, 2)"}]}}',
            dry_run: 'true',
            file: 'Nr;Preis\nA/100;129,50 €\n',
          },
          products: {
            type: 'product',
            format: 'csv',
            merge_key: 'sku',
            dry_run: 'true',
            file: 'sku,product_name,price\nCH-100,Oak chair,129\n',
          },
          rules: {
            type: 'product',
            merge_key: 'sku',
            mapping: '{"Preis":{"key":"price","decimal":"comma"},"Bemerkung":null}',
            create_missing_options: 'true',
            dry_run: 'true',
            file: 'sku;Preis;Bemerkung\nCH-100;1.129,50;neu\n',
          },
        },
      },
      answers: {
        202: [
          'The job.',
          { data: startedJob('import', { file: 'products.csv', type: 'product', dry_run: true }) },
          { location: true },
        ],
      },
    }),
  },
} satisfies RouteTable
