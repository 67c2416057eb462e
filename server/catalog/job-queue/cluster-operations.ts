import { findClusters, readValuesToEmbed } from '../clusters/find-clusters.ts'
import { mergeClustersChunk } from '../clusters/merge-chunk.ts'
import { mergeClusters, previewMerge } from '../clusters/merge-clusters.ts'
import { enqueueClusterMerge, mergeNamedClusters } from './enqueue-cluster-merge.ts'

/** What threads run about clusters: the part of `operations.ts`. */
export const clusterReads = { findClusters, readValuesToEmbed, previewClusterMerge: previewMerge }
export const clusterWrites = { mergeClusters, mergeClustersChunk, mergeNamedClusters, enqueueClusterMerge }
