/** The page of the API reference. This server serves all its files. */
export const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Throughline API</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/docs/reference.css" />
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

// Stores the entered key and token in this browser, so that they survive a reload. Uses no external validator.
// Swagger UI itself does not follow the colour scheme of the system.
export const REFERENCE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  defaultModelRendering: 'model',
  defaultModelExpandDepth: 3,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
})
`

// Hides the samples of errors: all errors have one shape, which the guide of errors shows.
export const REFERENCE_STYLE = `tr.response:is([data-code^='4'], [data-code^='5']) .response-col_description > :not(.response-col_description__inner),
.response-col_links, .json-schema-2020-12-expand-deep-button, .opblock-external-docs-wrapper > h4 { display: none; }
.swagger-ui .opblock-description-wrapper { padding-bottom: 0; }
.swagger-ui .opblock-external-docs-wrapper { padding-top: 0; }
.swagger-ui .opblock-external-docs { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; }
.swagger-ui .opblock-external-docs p { margin: 0; }
.swagger-ui .model-box { box-sizing: border-box; max-width: 100%; overflow-x: auto; }
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag > div { white-space: normal; }
  .swagger-ui .opblock-tag > small { order: 1; flex-basis: 100%; padding: 4px 0; }
}
`
