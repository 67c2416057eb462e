/** What a provider of models speaks: `openai_compatible` is Ollama, LM Studio, llama.cpp, vLLM, OpenRouter and the like. */
export const providerKinds = ['openai_compatible', 'openai', 'anthropic', 'google'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** How a model is held to a schema: by the schema itself; by JSON with the schema in the prompt; by text from which the JSON is taken. */
export const structuredOutputs = ['json_schema', 'json_object', 'text'] as const
export type StructuredOutput = (typeof structuredOutputs)[number]
