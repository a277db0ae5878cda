import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { DEEPSEEK_URL, type ModelChoice } from '../models/model-choice.ts';
import { promptApiModel } from './prompt-api-model.ts';
import { standInModel } from './stand-in-model.ts';

export type ChosenModel = Exclude<LanguageModel, string>;

/** The model of a choice. The key goes into its requests and nowhere else. */
export function languageModel(choice: ModelChoice, key: string): ChosenModel {
  switch (choice.kind) {
    case 'stand-in':
      return standInModel();
    case 'browser':
      return promptApiModel();
    case 'deepseek':
    case 'openai-compatible': {
      const provider = createOpenAICompatible({
        name: choice.kind,
        baseURL: choice.kind === 'deepseek' ? DEEPSEEK_URL : choice.baseUrl,
        includeUsage: true,
        ...(key === '' ? {} : { apiKey: key }),
      });
      return provider.chatModel(choice.model);
    }
  }
}
