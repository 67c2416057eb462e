import { agentRoutes, keyRoutes } from './keys.ts'
import { attributeConfigRoutes, attributeClassRoutes } from './attribute-classes.ts'
import { savedActionListRoutes, savedActionRoutes, bulkSampleRoutes, editRoutes } from './edits.ts'
import { watchedFolderRoutes, assetLibraryRoutes } from './asset-libraries.ts'
import { assetRoutes } from './assets.ts'
import { attributeRoutes } from './attributes.ts'
import { backupRoutes, replicationRoutes } from './backups.ts'
import { categoryListRoutes } from './category-lists.ts'
import { changeRoutes } from './changes.ts'
import { similarValuesRoutes } from './similar-values.ts'
import { channelRoutes, channelSetupRoutes } from './channels.ts'
import { descriptionRoutes, type AppRouteTable } from './route.ts'
import { mergeRoutes, duplicateRoutes } from './duplicates.ts'
import { entityRoutes } from './entities.ts'
import { eventRoutes } from './events.ts'
import { exportRoutes } from './exports.ts'
import { fileRoutes } from './files.ts'
import { facetRoutes } from './facets.ts'
import { gridRoutes } from './grid.ts'
import { importSetupRoutes } from './import-setup.ts'
import { importRoutes } from './imports.ts'
import { generationTryRoutes, generationRoutes } from './generations.ts'
import { meRoutes } from './me.ts'
import { aliasRoutes, ownerAliasRoutes } from './aliases.ts'
import { noteRoutes, ownerNoteRoutes } from './notes.ts'
import { commentRoutes, gridCommentRoutes } from './comments.ts'
import { proposalRoutes } from './proposals.ts'
import { reviewRoutes } from './review.ts'
import { ownerQualityRoutes, qualityWorkRoutes } from './quality-work.ts'
import { qualityRoutes } from './quality.ts'
import { jobRoutes, jobControlRoutes } from './jobs.ts'
import { recipeRoutes, pictureRoutes } from './pictures.ts'
import { templateRoutes } from './templates.ts'
import { programRoutes } from './program.ts'
import { providerRoutes } from './providers.ts'
import { sourceRoutes } from './sources.ts'
import { trashRoutes } from './trash.ts'
import { variantRoutes } from './variants.ts'
import { viewRoutes } from './views.ts'
import { automationRoutes, ownerAutomationRoutes } from './automations.ts'
import { connectionRoutes, ownerConnectionRoutes } from './connections.ts'
import { exportProfileRoutes, feedRoutes, ownerFeedRoutes } from './feeds.ts'
import { ownerWebhookRoutes, webhookRoutes } from './webhooks.ts'
import { workspaceListRoutes } from './workspaces.ts'

/** The public API, `/api/v1`: requires an API key or token of one workspace, or the owner's session. */
export const publicRoutes = {
  ...entityRoutes,
  ...variantRoutes,
  ...editRoutes,
  ...savedActionListRoutes,
  ...proposalRoutes,
  ...similarValuesRoutes,
  ...noteRoutes,
  ...aliasRoutes,
  ...commentRoutes,
  ...mergeRoutes,
  ...qualityRoutes,
  ...duplicateRoutes,
  ...qualityWorkRoutes,
  ...generationRoutes,
  ...attributeRoutes,
  ...jobRoutes,
  ...sourceRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...fileRoutes,
  ...assetRoutes,
  ...eventRoutes,
  ...webhookRoutes,
  ...automationRoutes,
  ...connectionRoutes,
  ...feedRoutes,
  ...channelRoutes,
  ...meRoutes,
  ...descriptionRoutes,
}

/** Routes under `/app/v1` that concern the installation; they require the owner's session. */
export const installationRoutes = {
  ...descriptionRoutes,
  ...programRoutes,
  ...workspaceListRoutes,
  ...keyRoutes,
  ...agentRoutes,
  ...backupRoutes,
  ...providerRoutes,
  ...replicationRoutes,
} satisfies AppRouteTable

/** Routes under `/app/v1` that concern the workspace in the header `Vitrine-Workspace`. */
export const workspaceRoutes = {
  ...ownerQualityRoutes,
  ...attributeConfigRoutes,
  ...bulkSampleRoutes,
  ...generationTryRoutes,
  ...attributeClassRoutes,
  ...trashRoutes,
  ...mergeRoutes,
  ...changeRoutes,
  ...reviewRoutes,
  ...ownerNoteRoutes,
  ...ownerAliasRoutes,
  ...gridCommentRoutes,
  ...viewRoutes,
  ...savedActionRoutes,
  ...templateRoutes,
  ...recipeRoutes,
  ...importSetupRoutes,
  ...watchedFolderRoutes,
  ...ownerWebhookRoutes,
  ...ownerAutomationRoutes,
  ...ownerConnectionRoutes,
  ...ownerFeedRoutes,
  ...exportProfileRoutes,
  ...assetLibraryRoutes,
  ...gridRoutes,
  ...facetRoutes,
  ...pictureRoutes,
  ...channelSetupRoutes,
  ...categoryListRoutes,
  ...jobControlRoutes,
} satisfies AppRouteTable
