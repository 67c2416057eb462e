/* Generated from the OpenAPI document by `npm run generate`. Do not edit. */

export interface paths {
    "/attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAttributes"];
        put?: never;
        post: operations["createAttribute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attributes/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateAttribute"];
        trace?: never;
    };
    "/bulk-edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startBulkEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCategories"];
        put?: never;
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCategory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateCategory"];
        trace?: never;
    };
    "/categories/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCategoryEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCategoryReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["batchCategories"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/categories/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["upsertCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/channels/{channel}/completeness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getChannelCompleteness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["applyEdits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/edits/{edit_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["undoEdit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{job_id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{job_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getExportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["storeFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImages"];
        put?: never;
        post: operations["createImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateImage"];
        trace?: never;
    };
    "/images/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImageEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImageReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["batchImages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["upsertImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/differences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDifferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProducts"];
        put?: never;
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/products/{id}/completeness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProductCompleteness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProductEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProductReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}/variants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVariants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["batchProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["upsertProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSources"];
        put?: never;
        post: operations["createSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sources/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateSource"];
        trace?: never;
    };
    "/sources/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSourceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sources/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSourceReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sources/{id}/scraped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getScrapedSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVendors"];
        put?: never;
        post: operations["createVendor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vendors/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getVendor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateVendor"];
        trace?: never;
    };
    "/vendors/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVendorEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vendors/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listVendorReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vendors/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["batchVendors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vendors/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["upsertVendor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Actor: {
            id: string | null;
            name: string | null;
            /** @enum {string} */
            type: "owner" | "api_key" | "oauth" | "system";
        };
        AttributeConfig: {
            acceptable_values: string | null;
            ai_generated: boolean;
            aspect_ratio: ("Square" | "Landscape" | "Portrait") | null;
            channel: string | null;
            constraints: components["schemas"]["Constraints"];
            custom_instructions: string | null;
            data_type: components["schemas"]["DataType"];
            default_value: string | null;
            entity_type: components["schemas"]["EntityType"];
            formula: string | null;
            /** Format: uuid */
            id: string;
            image_model: ("gpt-image-1" | "nano-banana") | null;
            /** @enum {string} */
            inheritance_mode: "off" | "inherit_from_parent" | "rollup_from_children";
            is_primary: boolean;
            key: string;
            name: string;
            reference: components["schemas"]["ReferencePath"] | null;
            rollup_mode: ("unique" | "all") | null;
            selected_tools: ("includeWebSearch" | "includeDataSources" | "includeImages" | "includeProductAttributes")[];
            source_attributes: string[] | null;
            /** @enum {string} */
            tool: "manual" | "formula" | "text_generation" | "image_generation" | "video_generation";
            video_model: "veo3.1" | null;
            writable: boolean;
        };
        AttributeDefinition: {
            acceptable_values: string[];
            channel: string | null;
            data_type: components["schemas"]["DataType"];
            default_value: string | null;
            entity_type: components["schemas"]["EntityType"];
            /** Format: uuid */
            id: string;
            is_primary: boolean;
            key: string;
            name: string;
            writable: boolean;
        };
        AttributeValue: string | number | boolean | components["schemas"]["ReferenceStub"] | components["schemas"]["ReferenceStub"][];
        AttributeValueWrite: string | number | boolean | null | {
            /** Format: uuid */
            id: string;
        } | (string | {
            /** Format: uuid */
            id: string;
        })[];
        AttributeWriteMap: {
            [key: string]: components["schemas"]["AttributeValueWrite"];
        };
        BatchItem: {
            attributes?: components["schemas"]["AttributeWriteMap"];
            id?: string;
            merge_key?: string;
            parent_id?: string | null;
        };
        Change: {
            attribute: string;
            new: unknown;
            old: unknown;
        };
        Channel: {
            attribute_count: number;
            enabled: boolean;
            entity_type: components["schemas"]["EntityType"];
            fields: {
                acceptable_values?: string[];
                attribute: string | null;
                condition?: string;
                max_length?: number;
                /** @enum {string} */
                requirement: "required" | "recommended" | "optional";
                target: string;
            }[];
            /** @enum {string} */
            format: "xml" | "csv" | "tsv";
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            key: "google_merchant" | "shopify" | "amazon" | "woocommerce";
            name: string;
            required_count: number;
        };
        ChannelCompleteness: {
            /** @enum {string} */
            channel: "google_merchant" | "shopify" | "amazon" | "woocommerce";
            complete: number;
            invalid: {
                /** @enum {string} */
                issue: "too_long" | "not_an_acceptable_value";
                key: string;
                products: number;
            }[];
            missing: {
                data_type: components["schemas"]["DataType"] | null;
                key: string;
                name: string;
                products: number;
                /** @enum {string} */
                requirement: "required" | "recommended" | "optional";
            }[];
            percent: number;
            products: number;
            recommended: {
                filled: number;
                total: number;
            };
            required: {
                filled: number;
                total: number;
            };
        };
        ChannelSummary: {
            attribute_count: number;
            enabled: boolean;
            entity_type: components["schemas"]["EntityType"];
            /** @enum {string} */
            format: "xml" | "csv" | "tsv";
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            key: "google_merchant" | "shopify" | "amazon" | "woocommerce";
            name: string;
            required_count: number;
        };
        Completeness: {
            /** @enum {string} */
            channel: "google_merchant" | "shopify" | "amazon" | "woocommerce";
            complete: boolean;
            invalid: {
                /** @enum {string} */
                issue: "too_long" | "not_an_acceptable_value";
                key: string;
            }[];
            missing: {
                data_type: components["schemas"]["DataType"] | null;
                key: string;
                name: string;
                /** @enum {string} */
                requirement: "required" | "recommended" | "optional";
            }[];
            percent: number;
            /** Format: uuid */
            product_id: string;
            recommended: {
                filled: number;
                total: number;
            };
            required: {
                filled: number;
                total: number;
            };
        };
        ConflictError: {
            error: {
                alternative_action?: string;
                /** @enum {string} */
                code: "conflict";
                /** Format: uri */
                documentation_url: string;
                field_errors: components["schemas"]["FieldError"][];
                is_retriable: boolean;
                message: string;
                request_id: string;
                retry_after_seconds: number | null;
            };
        };
        Constraints: {
            /** @enum {string} */
            check?: "gtin";
            colors?: {
                [key: string]: string;
            };
            decimals?: number;
            max?: number;
            max_items?: number;
            max_length?: number;
            min?: number;
            min_length?: number;
            pattern?: string;
            required?: boolean;
            unique?: boolean;
            unit?: string;
        };
        /** @enum {string} */
        DataType: "single_line_text_field" | "multi_line_text_field" | "rich_text_field" | "number" | "boolean" | "date" | "url" | "json" | "single_select_list" | "multi_select_list" | "image" | "video" | "formula" | "status" | "progress" | "rank" | "entity_reference" | "entity_list_reference" | "inverse_reference" | "reference_lookup";
        Entity: {
            attributes: {
                [key: string]: components["schemas"]["AttributeValue"];
            };
            created_at: string | null;
            /** Format: uuid */
            id: string;
            label: string | null;
            parent_id: string | null;
            type: components["schemas"]["EntityType"];
            updated_at: string | null;
        };
        EntityCreate: {
            attributes?: components["schemas"]["AttributeWriteMap"];
            parent_id?: string | null;
        };
        EntityPatch: {
            attributes?: components["schemas"]["AttributeWriteMap"];
            parent_id?: string | null;
        };
        /** @enum {string} */
        EntityType: "product" | "image" | "vendor" | "category" | "source";
        EntityUpsert: {
            attributes: components["schemas"]["AttributeWriteMap"];
            merge_key: string;
        };
        Event: {
            actor: components["schemas"]["Actor"];
            attribute?: {
                entity_type: components["schemas"]["EntityType"];
                /** Format: uuid */
                id: string;
                key: string;
            };
            changes: components["schemas"]["Change"][];
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            edit_id?: string;
            entity: components["schemas"]["ReferenceStub"] | null;
            /** @enum {string} */
            event: "entity.created" | "entity.updated" | "entity.deleted" | "entity.restored" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "job.completed" | "job.failed" | "job.cancelled";
            /** Format: uuid */
            id: string;
            job_id: string | null;
            request_id: string | null;
            sequence: number;
            /** @enum {string} */
            via: "app" | "api" | "mcp" | "import" | "generation" | "source" | "restore";
        };
        FieldError: {
            acceptable_values?: string[];
            field: string;
            issue: components["schemas"]["IssueCode"] | string;
        };
        ForbiddenError: {
            error: {
                alternative_action?: string;
                /** @enum {string} */
                code: "insufficient_scope" | "forbidden";
                /** Format: uri */
                documentation_url: string;
                field_errors: components["schemas"]["FieldError"][];
                is_retriable: boolean;
                message: string;
                request_id: string;
                retry_after_seconds: number | null;
            };
        };
        InternalError: {
            error: {
                alternative_action?: string;
                /** @enum {string} */
                code: "internal_error";
                /** Format: uri */
                documentation_url: string;
                field_errors: components["schemas"]["FieldError"][];
                is_retriable: boolean;
                message: string;
                request_id: string;
                retry_after_seconds: number | null;
            };
        };
        /** @enum {string} */
        IssueCode: "expected_non_negative_integer" | "out_of_range" | "invalid_value" | "unknown_operator" | "not_a_defined_attribute" | "operator_not_supported_for_type" | "expected_value_or_use_exists" | "expected_boolean" | "expected_values" | "too_many_values" | "expected_uuid" | "expected_number" | "expected_date" | "not_sortable" | "system_field_always_returned" | "not_selectable_inverse_reference" | "read_only_attribute" | "expected_scalar" | "expected_uuid_or_null" | "expected_uuid_array" | "expected_url" | "expected_json" | "not_an_acceptable_value" | "required" | "referenced_entity_not_found" | "self_reference" | "merge_key_value_required" | "not_a_text_attribute" | "not_a_reference_attribute" | "too_short" | "too_long" | "pattern_mismatch" | "invalid_check_digit" | "not_unique";
        Job: {
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            metadata: {
                [key: string]: unknown;
            };
            name: string;
            progress: {
                current: number;
                percent: number;
                total: number;
            };
            result: {
                [key: string]: unknown;
            } | null;
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
        };
        NotFoundError: {
            error: {
                alternative_action?: string;
                /** @enum {string} */
                code: "not_found";
                /** Format: uri */
                documentation_url: string;
                field_errors: components["schemas"]["FieldError"][];
                is_retriable: boolean;
                message: string;
                request_id: string;
                retry_after_seconds: number | null;
            };
        };
        Pagination: {
            gone?: number[];
            has_more: boolean;
            limit: number;
            next_cursor: string;
            offset: number;
            /** Format: uuid */
            snapshot?: string;
            total: number;
        };
        RateLimitError: {
            error: {
                alternative_action?: string;
                /** @enum {string} */
                code: "rate_limited";
                /** Format: uri */
                documentation_url: string;
                field_errors: components["schemas"]["FieldError"][];
                is_retriable: boolean;
                message: string;
                request_id: string;
                retry_after_seconds: number | null;
            };
        };
        ReferencePath: {
            attribute?: string;
            type?: components["schemas"]["EntityType"];
            via?: string;
        };
        ReferenceStub: {
            /** Format: uuid */
            id: string;
            label: string | null;
            type: components["schemas"]["EntityType"];
        };
        SourceCreate: {
            attributes?: components["schemas"]["AttributeWriteMap"];
            file?: {
                content_base64: string;
                name: string;
            };
            name?: string;
            parent_id?: string | null;
            product_ids?: string[];
            text?: string;
            url?: string;
        };
        SourceJob: {
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            job_id: string;
            metadata: {
                [key: string]: unknown;
            };
            name: string;
            progress: {
                current: number;
                percent: number;
                total: number;
            };
            result: {
                [key: string]: unknown;
            } | null;
            started_at: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
        };
        UnauthorizedError: {
            error: {
                alternative_action?: string;
                /** @enum {string} */
                code: "unauthorized";
                /** Format: uri */
                documentation_url: string;
                field_errors: components["schemas"]["FieldError"][];
                is_retriable: boolean;
                message: string;
                request_id: string;
                retry_after_seconds: number | null;
            };
        };
        ValidationError: {
            error: {
                alternative_action?: string;
                /** @enum {string} */
                code: "validation_failed";
                /** Format: uri */
                documentation_url: string;
                field_errors: components["schemas"]["FieldError"][];
                is_retriable: boolean;
                message: string;
                request_id: string;
                retry_after_seconds: number | null;
            };
        };
    };
    responses: {
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalError"];
            };
        };
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        RateLimited: {
            headers: {
                "Retry-After"?: number;
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitError"];
            };
        };
        Unauthorized: {
            headers: {
                "WWW-Authenticate"?: string;
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
    };
    parameters: {
        cursor: string;
        filter_join: "and" | "or";
        limit: number;
        offset: number;
        q: string;
        snapshot: string;
        sort: string[];
    };
    requestBodies: never;
    headers: {
        ETag: string;
        Location: string;
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAttributes: {
        parameters: {
            query?: {
                channel?: "google_merchant" | "shopify" | "amazon" | "woocommerce";
                type?: components["schemas"]["EntityType"];
            };
            header?: {
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AttributeDefinition"][];
                    };
                };
            };
            304: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createAttribute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    acceptable_values?: string | null;
                    ai_generated?: boolean;
                    aspect_ratio?: ("Square" | "Landscape" | "Portrait") | null;
                    channel?: ("google_merchant" | "shopify" | "amazon" | "woocommerce") | null;
                    constraints?: components["schemas"]["Constraints"];
                    custom_instructions?: string | null;
                    data_type: components["schemas"]["DataType"];
                    default_value?: (string | number | boolean) | null;
                    entity_type: components["schemas"]["EntityType"];
                    formula?: string | null;
                    image_model?: ("gpt-image-1" | "nano-banana") | null;
                    /** @enum {string} */
                    inheritance_mode?: "off" | "inherit_from_parent" | "rollup_from_children";
                    is_primary?: boolean;
                    key?: string;
                    name: string;
                    reference?: components["schemas"]["ReferencePath"] | null;
                    rollup_mode?: ("unique" | "all") | null;
                    selected_tools?: ("includeWebSearch" | "includeDataSources" | "includeImages" | "includeProductAttributes")[];
                    source_attributes?: string[] | null;
                    video_model?: "veo3.1" | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AttributeConfig"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateAttribute: {
        parameters: {
            query?: {
                type?: components["schemas"]["EntityType"];
            };
            header?: never;
            path: {
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    acceptable_values?: string | null | string[];
                    add_acceptable_values?: string | string[];
                    ai_generated?: boolean;
                    aspect_ratio?: ("Square" | "Landscape" | "Portrait") | null;
                    channel?: ("google_merchant" | "shopify" | "amazon" | "woocommerce") | null;
                    constraints?: components["schemas"]["Constraints"];
                    custom_instructions?: string | null;
                    data_type?: components["schemas"]["DataType"];
                    default_value?: (string | number | boolean) | null;
                    entity_type?: components["schemas"]["EntityType"];
                    formula?: string | null;
                    id?: string;
                    image_model?: ("gpt-image-1" | "nano-banana") | null;
                    /** @enum {string} */
                    inheritance_mode?: "off" | "inherit_from_parent" | "rollup_from_children";
                    is_primary?: boolean;
                    key?: string;
                    name?: string;
                    reference?: components["schemas"]["ReferencePath"] | null;
                    rollup_mode?: ("unique" | "all") | null;
                    selected_tools?: ("includeWebSearch" | "includeDataSources" | "includeImages" | "includeProductAttributes")[];
                    source_attributes?: string[] | null;
                    tool?: string;
                    video_model?: "veo3.1" | null;
                    writable?: boolean;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AttributeConfig"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    startBulkEdit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    append?: {
                        [key: string]: unknown;
                    };
                    clear?: string[];
                    filter: {
                        [key: string]: unknown;
                    };
                    /**
                     * @default and
                     * @enum {string}
                     */
                    filter_join?: "and" | "or";
                    replace?: {
                        attributes?: string[];
                        find: string;
                        with: string;
                    };
                    set?: {
                        [key: string]: unknown;
                    };
                    type: components["schemas"]["EntityType"];
                };
            };
        };
        responses: {
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                fields?: string[];
                filter?: {
                    [key: string]: string | {
                        [key: string]: string;
                    };
                };
                filter_join?: components["parameters"]["filter_join"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                q?: components["parameters"]["q"];
                snapshot?: components["parameters"]["snapshot"];
                sort?: components["parameters"]["sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getCategory: {
        parameters: {
            query?: {
                fields?: string[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listCategoryEvents: {
        parameters: {
            query?: {
                after?: number;
                attribute?: string;
                cursor?: components["parameters"]["cursor"];
                event?: "entity.created" | "entity.updated" | "entity.deleted" | "entity.restored" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "job.completed" | "job.failed" | "job.cancelled";
                job_id?: string;
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                since?: string;
                type?: components["schemas"]["EntityType"];
                until?: string;
                via?: "app" | "api" | "mcp" | "import" | "generation" | "source" | "restore";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listCategoryReferences: {
        parameters: {
            query: {
                attribute: string;
                cursor?: components["parameters"]["cursor"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReferenceStub"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    batchCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: components["schemas"]["BatchItem"][];
                    merge_key?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            data?: components["schemas"]["Entity"];
                            error?: {
                                /** @enum {string} */
                                code: "unauthorized" | "insufficient_scope" | "forbidden" | "not_found" | "validation_failed" | "rate_limited" | "conflict" | "internal_error";
                                field_errors: components["schemas"]["FieldError"][];
                                is_retriable: boolean;
                                message: string;
                            };
                            id: string | null;
                            index: number;
                            /** @enum {string} */
                            status: "created" | "updated" | "failed";
                            status_code: number;
                        }[];
                        summary: {
                            created: number;
                            failed: number;
                            total: number;
                            updated: number;
                        };
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    upsertCategory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityUpsert"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                enabled?: "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChannelSummary"][];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: "google_merchant" | "shopify" | "amazon" | "woocommerce";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Channel"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getChannelCompleteness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: "google_merchant" | "shopify" | "amazon" | "woocommerce";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChannelCompleteness"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    applyEdits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    edits: {
                        attributes: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        id: string;
                        if?: {
                            [key: string]: unknown;
                        };
                    }[];
                    type: components["schemas"]["EntityType"];
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: ({
                            data: components["schemas"]["Entity"];
                            id: string | null;
                            index: number;
                            /** @constant */
                            status: "applied";
                        } | {
                            error: {
                                /** @enum {string} */
                                code: "unauthorized" | "insufficient_scope" | "forbidden" | "not_found" | "validation_failed" | "rate_limited" | "conflict" | "internal_error";
                                field_errors: components["schemas"]["FieldError"][];
                                is_retriable: boolean;
                                message: string;
                            };
                            id: string | null;
                            index: number;
                            /** @constant */
                            status: "refused";
                        } | {
                            current: {
                                [key: string]: unknown;
                            };
                            id: string | null;
                            index: number;
                            /** @constant */
                            status: "changed_meanwhile";
                        })[];
                        edit_id: string | null;
                        summary: {
                            applied: number;
                            changed_meanwhile: number;
                            refused: number;
                            total: number;
                        };
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    undoEdit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                edit_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: ({
                            data: components["schemas"]["Entity"];
                            id: string | null;
                            index: number;
                            /** @constant */
                            status: "applied";
                        } | {
                            error: {
                                /** @enum {string} */
                                code: "unauthorized" | "insufficient_scope" | "forbidden" | "not_found" | "validation_failed" | "rate_limited" | "conflict" | "internal_error";
                                field_errors: components["schemas"]["FieldError"][];
                                is_retriable: boolean;
                                message: string;
                            };
                            id: string | null;
                            index: number;
                            /** @constant */
                            status: "refused";
                        } | {
                            current: {
                                [key: string]: unknown;
                            };
                            id: string | null;
                            index: number;
                            /** @constant */
                            status: "changed_meanwhile";
                        })[];
                        edit_id: string | null;
                        summary: {
                            applied: number;
                            changed_meanwhile: number;
                            refused: number;
                            total: number;
                        };
                    };
                };
            };
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                after?: number;
                attribute?: string;
                cursor?: components["parameters"]["cursor"];
                event?: "entity.created" | "entity.updated" | "entity.deleted" | "entity.restored" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "job.completed" | "job.failed" | "job.cancelled";
                job_id?: string;
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                since?: string;
                type?: components["schemas"]["EntityType"];
                until?: string;
                via?: "app" | "api" | "mcp" | "import" | "generation" | "source" | "restore";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    startExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default false */
                    bom?: boolean;
                    /** @enum {string} */
                    channel?: "google_merchant" | "shopify" | "amazon" | "woocommerce";
                    currency?: string;
                    /**
                     * @default ,
                     * @enum {string}
                     */
                    delimiter?: "," | ";" | "\t" | "|";
                    fields?: string[];
                    filter?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @default and
                     * @enum {string}
                     */
                    filter_join?: "and" | "or";
                    /** @enum {string} */
                    format?: "csv" | "xlsx" | "jsonl" | "xml" | "tsv";
                    /**
                     * @default keys
                     * @enum {string}
                     */
                    headers?: "keys" | "names";
                    ids?: string[];
                    q?: string;
                    /**
                     * @default labels
                     * @enum {string}
                     */
                    references?: "labels" | "ids";
                    sort?: string;
                    type?: components["schemas"]["EntityType"];
                    /**
                     * @default own
                     * @enum {string}
                     */
                    values?: "own" | "effective";
                    view?: string;
                };
            };
        };
        responses: {
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getExportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getExportReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    storeFile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            hash: string;
                            media_type: string;
                            path: string;
                            size: number;
                        };
                    };
                };
            };
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            hash: string;
                            media_type: string;
                            path: string;
                            size: number;
                        };
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listImages: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                fields?: string[];
                filter?: {
                    [key: string]: string | {
                        [key: string]: string;
                    };
                };
                filter_join?: components["parameters"]["filter_join"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                q?: components["parameters"]["q"];
                snapshot?: components["parameters"]["snapshot"];
                sort?: components["parameters"]["sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getImage: {
        parameters: {
            query?: {
                fields?: string[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listImageEvents: {
        parameters: {
            query?: {
                after?: number;
                attribute?: string;
                cursor?: components["parameters"]["cursor"];
                event?: "entity.created" | "entity.updated" | "entity.deleted" | "entity.restored" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "job.completed" | "job.failed" | "job.cancelled";
                job_id?: string;
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                since?: string;
                type?: components["schemas"]["EntityType"];
                until?: string;
                via?: "app" | "api" | "mcp" | "import" | "generation" | "source" | "restore";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listImageReferences: {
        parameters: {
            query: {
                attribute: string;
                cursor?: components["parameters"]["cursor"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReferenceStub"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    batchImages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: components["schemas"]["BatchItem"][];
                    merge_key?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            data?: components["schemas"]["Entity"];
                            error?: {
                                /** @enum {string} */
                                code: "unauthorized" | "insufficient_scope" | "forbidden" | "not_found" | "validation_failed" | "rate_limited" | "conflict" | "internal_error";
                                field_errors: components["schemas"]["FieldError"][];
                                is_retriable: boolean;
                                message: string;
                            };
                            id: string | null;
                            index: number;
                            /** @enum {string} */
                            status: "created" | "updated" | "failed";
                            status_code: number;
                        }[];
                        summary: {
                            created: number;
                            failed: number;
                            total: number;
                            updated: number;
                        };
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    upsertImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityUpsert"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @enum {string} */
                    create_missing_attributes?: "true" | "false";
                    /** @enum {string} */
                    create_missing_categories?: "true" | "false";
                    /** @enum {string} */
                    create_missing_options?: "true" | "false";
                    /** @enum {string} */
                    create_missing_vendors?: "true" | "false";
                    delimiter?: string;
                    /** @enum {string} */
                    dry_run?: "true" | "false";
                    /** @enum {string} */
                    empty_cells?: "ignore" | "clear";
                    /** @enum {string} */
                    encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | "windows-1250" | "iso-8859-2" | "windows-1251" | "koi8-r" | "windows-1253" | "windows-1254" | "windows-1257" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr";
                    file: string;
                    /** @enum {string} */
                    format?: "csv" | "xlsx" | "json" | "jsonl";
                    mapping?: string;
                    merge_key?: string;
                    profile?: string;
                    sheet?: string;
                    type: components["schemas"]["EntityType"];
                };
            };
        };
        responses: {
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listJobs: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                limit?: components["parameters"]["limit"];
                name?: string;
                offset?: components["parameters"]["offset"];
                status?: "queued" | "running" | "completed" | "failed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listDifferences: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            attribute: string;
                            id: string | null;
                            label: string | null;
                            new: unknown;
                            old: unknown;
                            row: number;
                            /** @enum {string} */
                            status: "created" | "updated";
                            type: components["schemas"]["EntityType"];
                        }[];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    downloadErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                fields?: string[];
                filter?: {
                    [key: string]: string | {
                        [key: string]: string;
                    };
                };
                filter_join?: components["parameters"]["filter_join"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                q?: components["parameters"]["q"];
                snapshot?: components["parameters"]["snapshot"];
                sort?: components["parameters"]["sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getProduct: {
        parameters: {
            query?: {
                fields?: string[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getProductCompleteness: {
        parameters: {
            query?: {
                channel?: "google_merchant" | "shopify" | "amazon" | "woocommerce";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Completeness"] | components["schemas"]["Completeness"][];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listProductEvents: {
        parameters: {
            query?: {
                after?: number;
                attribute?: string;
                cursor?: components["parameters"]["cursor"];
                event?: "entity.created" | "entity.updated" | "entity.deleted" | "entity.restored" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "job.completed" | "job.failed" | "job.cancelled";
                job_id?: string;
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                since?: string;
                type?: components["schemas"]["EntityType"];
                until?: string;
                via?: "app" | "api" | "mcp" | "import" | "generation" | "source" | "restore";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listProductReferences: {
        parameters: {
            query: {
                attribute: string;
                cursor?: components["parameters"]["cursor"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReferenceStub"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listVariants: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                fields?: string[];
                filter?: {
                    [key: string]: string | {
                        [key: string]: string;
                    };
                };
                filter_join?: components["parameters"]["filter_join"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                q?: components["parameters"]["q"];
                snapshot?: components["parameters"]["snapshot"];
                sort?: components["parameters"]["sort"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    batchProducts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: components["schemas"]["BatchItem"][];
                    merge_key?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            data?: components["schemas"]["Entity"];
                            error?: {
                                /** @enum {string} */
                                code: "unauthorized" | "insufficient_scope" | "forbidden" | "not_found" | "validation_failed" | "rate_limited" | "conflict" | "internal_error";
                                field_errors: components["schemas"]["FieldError"][];
                                is_retriable: boolean;
                                message: string;
                            };
                            id: string | null;
                            index: number;
                            /** @enum {string} */
                            status: "created" | "updated" | "failed";
                            status_code: number;
                        }[];
                        summary: {
                            created: number;
                            failed: number;
                            total: number;
                            updated: number;
                        };
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    upsertProduct: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityUpsert"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listSources: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                fields?: string[];
                filter?: {
                    [key: string]: string | {
                        [key: string]: string;
                    };
                };
                filter_join?: components["parameters"]["filter_join"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                q?: components["parameters"]["q"];
                snapshot?: components["parameters"]["snapshot"];
                sort?: components["parameters"]["sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createSource: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourceCreate"];
            };
        };
        responses: {
            202: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SourceJob"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getSource: {
        parameters: {
            query?: {
                fields?: string[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listSourceEvents: {
        parameters: {
            query?: {
                after?: number;
                attribute?: string;
                cursor?: components["parameters"]["cursor"];
                event?: "entity.created" | "entity.updated" | "entity.deleted" | "entity.restored" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "job.completed" | "job.failed" | "job.cancelled";
                job_id?: string;
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                since?: string;
                type?: components["schemas"]["EntityType"];
                until?: string;
                via?: "app" | "api" | "mcp" | "import" | "generation" | "source" | "restore";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listSourceReferences: {
        parameters: {
            query: {
                attribute: string;
                cursor?: components["parameters"]["cursor"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReferenceStub"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getScrapedSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            characters: number;
                            format: string;
                            notes: string[];
                            products: {
                                availability?: string;
                                brand?: string;
                                category?: string;
                                color?: string;
                                currency?: string;
                                description?: string;
                                group?: number;
                                gtin?: string;
                                images: string[];
                                material?: string;
                                mpn?: string;
                                name?: string;
                                price?: string;
                                properties: {
                                    name: string;
                                    value: string;
                                }[];
                                size?: string;
                                sku?: string;
                                url?: string;
                                weight?: string;
                            }[];
                            read_at: string;
                            /** Format: uuid */
                            source_id: string;
                            tables: {
                                columns: string[];
                                name: string | null;
                                rows: string[][];
                                rows_truncated: boolean;
                            }[];
                            text: string;
                            title: string | null;
                            url: string | null;
                        };
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listVendors: {
        parameters: {
            query?: {
                cursor?: components["parameters"]["cursor"];
                fields?: string[];
                filter?: {
                    [key: string]: string | {
                        [key: string]: string;
                    };
                };
                filter_join?: components["parameters"]["filter_join"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                q?: components["parameters"]["q"];
                snapshot?: components["parameters"]["snapshot"];
                sort?: components["parameters"]["sort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    createVendor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityCreate"];
            };
        };
        responses: {
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    getVendor: {
        parameters: {
            query?: {
                fields?: string[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    updateVendor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityPatch"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listVendorEvents: {
        parameters: {
            query?: {
                after?: number;
                attribute?: string;
                cursor?: components["parameters"]["cursor"];
                event?: "entity.created" | "entity.updated" | "entity.deleted" | "entity.restored" | "attribute.created" | "attribute.updated" | "attribute.deleted" | "job.completed" | "job.failed" | "job.cancelled";
                job_id?: string;
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
                since?: string;
                type?: components["schemas"]["EntityType"];
                until?: string;
                via?: "app" | "api" | "mcp" | "import" | "generation" | "source" | "restore";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    listVendorReferences: {
        parameters: {
            query: {
                attribute: string;
                cursor?: components["parameters"]["cursor"];
                limit?: components["parameters"]["limit"];
                offset?: components["parameters"]["offset"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReferenceStub"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    batchVendors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: components["schemas"]["BatchItem"][];
                    merge_key?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            data?: components["schemas"]["Entity"];
                            error?: {
                                /** @enum {string} */
                                code: "unauthorized" | "insufficient_scope" | "forbidden" | "not_found" | "validation_failed" | "rate_limited" | "conflict" | "internal_error";
                                field_errors: components["schemas"]["FieldError"][];
                                is_retriable: boolean;
                                message: string;
                            };
                            id: string | null;
                            index: number;
                            /** @enum {string} */
                            status: "created" | "updated" | "failed";
                            status_code: number;
                        }[];
                        summary: {
                            created: number;
                            failed: number;
                            total: number;
                            updated: number;
                        };
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    upsertVendor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityUpsert"];
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Entity"];
                    };
                };
            };
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
}
