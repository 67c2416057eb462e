import { Type, type Static } from 'typebox'
import type { FieldError } from '#shared/errors.ts'
import { dataOf } from '#shared/routes/route.ts'
import { Uuid } from '#shared/schemas/entities.ts'
import { UploadedImport } from '#shared/schemas/imports.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { createImport, type ReceivedImport } from '../../edge/create-import.ts'
import { isBase64, writeReceived } from '../../edge/create-source.ts'
import { scopeOfType, writableTypeArgument } from '../arguments.ts'
import { allUnlisted, briefly, defineTool } from '../tool.ts'
import { DescribedJob } from './events-and-jobs.ts'

const SentFile = Type.Object(
  {
    name: Type.String(),
    content: Type.Optional(Type.String()),
    content_base64: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
type SentFile = Static<typeof SentFile>

// Only the owner may name folders of this computer; the tool declares the other members itself.
const {
  images_folder: _folder,
  type: _type,
  merge_key: _key,
  dry_run: _dry,
  ...rest
} = UploadedImport.properties

const importFile = defineTool({
  name: 'import_file',
  description: 'CSV, XLSX, JSON or XML, by a job.',
  effect: 'overwrite',
  input: {
    type: writableTypeArgument,
    file: briefly(SentFile, '{name, content or content_base64}'),
    merge_key: Type.Optional(Type.String()),
    dry_run: Type.Optional(Type.Boolean()),
    ...allUnlisted(rest),
  },
  output: dataOf(Type.Object({ ...DescribedJob.properties, id: Uuid })),
  answersJob: true,
  scopes: scopeOfType('write'),
  run: async ({ file, ...fields }, agent, faults) => {
    const { workspace, uploadsDir } = agent.parts
    const maker = {
      workspace,
      uploadsDir,
      context: () => agent.context,
      require: (scopes: Parameters<typeof agent.require>[0]) => agent.require(scopes),
    }
    return parseAnswer(
      await createImport(maker, async (path) => ({ fields, ...(await receive(path, file, faults)) })),
    )
  },
})

async function receive(
  path: string,
  file: SentFile | undefined,
  faults: readonly FieldError[],
): Promise<Omit<ReceivedImport, 'fields'>> {
  if (file === undefined) return { fileName: faults.some(isOfFile) ? '' : undefined, faults }
  const { name, content, content_base64: packed } = file
  if ((content === undefined) === (packed === undefined))
    return { fileName: name, faults: [...faults, fault('file', 'Send one of content and content_base64.')] }
  if (packed !== undefined && !isBase64(packed))
    return {
      fileName: name,
      faults: [...faults, fault('file.content_base64', 'Expected the content of the file in Base64.')],
    }
  await writeReceived(path, content ?? Buffer.from(packed ?? '', 'base64'))
  return { fileName: name, faults }
}

function isOfFile({ field }: FieldError): boolean {
  return field === 'file' || field.startsWith('file.')
}

function fault(field: string, sentence: string): FieldError {
  return { field, ...issueSentence(sentence) }
}

export const importTools = [importFile]
