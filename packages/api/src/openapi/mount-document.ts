import type { FastifyInstance } from 'fastify'
import { mountText } from '../http/mount-text.ts'
import type { OpenApiDocument } from './document.ts'

/** Mounts the OpenAPI document of what is served at `/v1/openapi.json`; it is asked for once the server listens. */
export function mountDocument(app: FastifyInstance, document: () => OpenApiDocument): void {
  mountText(app, {
    url: '/v1/openapi.json',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    make: () => JSON.stringify(document()),
  })
}
