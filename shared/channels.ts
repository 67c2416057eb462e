/** The channels that ship with Vitrine; an attribute may belong to one of them. */
export const channelKeys = ['google_merchant', 'shopify', 'amazon', 'woocommerce'] as const
