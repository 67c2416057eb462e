import type { EntityType, UpsertableType } from '../entities.ts'

export const exampleId = '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e10'
export const exampleGroupId = '01989f6e-9e31-7c22-9d4e-6f708192a3b8'
export const exampleMergedId = '01989f6e-9e31-7c22-9d4e-6f708192a3b6'
export const exampleVariantId = '01989f6e-9e31-7c22-9d4e-6f708192a3c7'
export const exampleBackupId = '2026-01-05T10-00-00-000Z-manual'
export const exampleKeyId = '01989f6e-9e31-7c22-8d4e-6f708192a3b4'
export const exampleWorkspaceId = '01989f6e-6b09-7e44-9a61-3b5c7d9e1f20'
export const exampleProviderId = '01989f6e-9e31-7c22-8d4e-6f708192a3b5'
export const exampleViewId = '01989f6e-af42-7d33-8e5f-708192a3b4c5'
export const exampleActionId = '01989f70-2b3c-7d4e-8f50-617283940ab1'
export const exampleRecipeId = '01989f70-2b3c-7d4e-8f50-617283940ab2'
export const exampleAliasId = '01989f6e-af42-7d33-8e5f-708192a3b4ca'
export const exampleNoteId = '01989f6e-af42-7d33-8e5f-708192a3b4c7'
export const exampleCommentId = '01989f6e-af42-7d33-8e5f-708192a3b4c9'
export const examplePersonId = '01989f6e-af42-7d33-8e5f-708192a3b4ca'
export const exampleRuleId = '01989f6e-af42-7d33-8e5f-708192a3b4c8'
export const exampleClassId = '01989f6e-af42-7d33-8e5f-8192a3b4c5d6'
export const exampleJobId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c0d'
export const exampleExportId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c0e'
export const exampleOpeningId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c1e'
export const exampleUploadId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c1a'
export const exampleWatchedFolderId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c1c'
export const exampleLibraryId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c1f'
export const exampleAutomationId = '01989f6e-9e31-7c22-9d4e-6f7081920a3b'
export const exampleNoticeId = '019b8fd1-4b7e-7c1a-9d0e-5f60718293a4'
export const exampleConnectionId = '01989f6e-9a31-7c22-9d4e-6f7a8b9c0d3b'
export const exampleFeedId = '01989f6e-9a32-7c22-9d4e-6f7a8b9c0d3c'
export const exampleWebhookId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c2a'
export const exampleDeliveryId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c2b'
export const exampleProfileId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c1b'
export const exampleSnapshotId = '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c1d'
export const exampleHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const examplePagination = {
  total: 1,
  limit: 50,
  offset: 0,
  has_more: false,
  next_cursor: 'eyJhZnRlciI6MX0',
}

export const exampleJob = {
  id: exampleJobId,
  name: 'import',
  status: 'running',
  progress: { current: 250, total: 1000, percent: 25 },
  created_at: '2026-01-05T10:00:00.000Z',
  started_at: '2026-01-05T10:00:00.200Z',
  completed_at: null,
  result: null,
  metadata: { workflow: 'import', via: 'api', file: 'products.csv', type: 'product', dry_run: false },
}

export function startedJob(name: string, metadata: Values) {
  return {
    ...exampleJob,
    name,
    status: 'queued',
    progress: { current: 0, total: 0, percent: 0 },
    started_at: null,
    metadata: { workflow: name, via: 'api', ...metadata },
  }
}

type Values = Readonly<Record<string, unknown>>

interface EntityExamples {
  readonly shown: Values
  readonly label: string
  readonly patch: Values
  readonly filter: Values
  readonly fields: readonly string[]
  readonly reference: string
}

export const entityExamples: Readonly<Record<EntityType, EntityExamples>> = {
  product: {
    shown: { product_name: 'Oak chair', sku: 'CH-100', price: 129, material: 'Oak', in_stock: true },
    label: 'Oak chair',
    patch: { price: 119, tags: 'New, Handmade' },
    filter: { price: { gte: '100' }, material: 'Oak' },
    fields: ['sku', 'price'],
    reference: 'gallery_images',
  },
  image: {
    shown: {
      file_name: 'oak-chair.png',
      image_url: 'https://example.com/oak-chair.png',
      alt_text: 'An oak chair',
    },
    label: 'oak-chair.png',
    patch: { alt_text: 'An oak chair in front of a window' },
    filter: { file_name: { ends_with: '.png' } },
    fields: ['image_url'],
    reference: 'shown_by',
  },
  vendor: {
    shown: { vendor_name: 'Nordlys', country: 'Norway', lead_time: 21 },
    label: 'Nordlys',
    patch: { lead_time: 28 },
    filter: { country: 'Norway' },
    fields: ['lead_time'],
    reference: 'products',
  },
  category: {
    shown: { category_name: 'Garden chairs', position: 7 },
    label: 'Garden chairs',
    patch: { description: 'For balcony and garden.' },
    filter: { position: { lte: '3' } },
    fields: ['position'],
    reference: 'products',
  },
  source: {
    shown: {},
    label: '',
    patch: {},
    filter: { created_at: { gte: '2026-01-01' } },
    fields: [],
    reference: 'products',
  },
}

export const exampleMergeKey: Readonly<Record<UpsertableType, string>> = {
  product: 'sku',
  image: 'file_name',
  vendor: 'vendor_name',
  category: 'category_name',
}

export function exampleEntity(type: EntityType) {
  const { shown, label } = entityExamples[type]
  return {
    id: exampleId,
    type,
    label: label === '' ? null : label,
    parent_id: null,
    created_at: '2026-01-05T10:00:00.000Z',
    updated_at: '2026-01-05T10:00:00.000Z',
    attributes: shown,
  }
}

export const exampleProduct = exampleEntity('product')

export const exampleCode = 'BCDF-GHJK'
export const exampleGrantId = 'h3UqkN2bWc0Yt7xLr9sVaE4mZpQdJ1uGfKoCiB6wH8n'

export const exampleWorkspace = {
  id: exampleWorkspaceId,
  name: 'Furniture',
  file: '/home/ann/.local/share/vitrine/furniture.vitrine',
}
