import type { ButtonHTMLAttributes, JSX, ReactNode } from 'react';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  readonly label: string;
  readonly icon: ReactNode;
}

/** A button that is an icon only; its name shows as a tooltip. */
export function IconButton({ label, icon, className, ...attributes }: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      {...attributes}
      className={className === undefined ? 'icon-button' : `icon-button ${className}`}
      aria-label={label}
      data-tip={label}
    >
      {icon}
    </button>
  );
}
