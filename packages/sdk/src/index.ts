export { type Answer, type CallOptions, type Client, type ClientOptions, createClient, type RouteKey } from './client'
export { ApiError, NetworkError } from './errors'
