import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Imports only go down the layers (ARCHITECTURE.md). */
function layer(files, forbidden) {
  return {
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: forbidden.map((group) => ({
            group: [group],
            message: 'Imports only go down the layers: see ARCHITECTURE.md.',
          })),
        },
      ],
    },
  };
}

const upwards = {
  event: ['**/rules/*', '**/log-file/*', '**/storage/*', '**/tabs/*', '**/store/*'],
  rules: ['**/log-file/*', '**/storage/*', '**/tabs/*', '**/store/*'],
  'log-file': ['**/storage/*', '**/tabs/*', '**/store/*'],
  storage: ['**/log-file/*', '**/tabs/*', '**/store/*'],
  tabs: ['**/log-file/*', '**/storage/*', '**/store/*'],
  store: [],
};
const noInterface = ['react', 'react-dom', 'react-dom/*', '**/devtools/**'];

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'test/fixtures/dsh-logs/'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'test/*/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  ...Object.entries(upwards).map(([folder, forbidden]) =>
    layer([`lib/${folder}/**/*.ts`], [...forbidden, ...noInterface]),
  ),
  layer(
    ['lib/adapters/**/*.ts'],
    [...Object.keys(upwards).map((folder) => `../../${folder}/*`), '**/lib/errors.ts', ...noInterface],
  ),
  layer(
    ['devtools/**/*.{ts,tsx}'],
    [...Object.keys(upwards).map((folder) => `**/lib/${folder}/**`), '**/lib/errors.ts'],
  ),
  {
    files: ['devtools/**/*.{ts,tsx}', 'test/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // Test code looks into what it is given, and waits for what it does not use.
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
