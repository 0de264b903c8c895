import { render, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { Credentials } from '../../../../web/features/users/enrol/Credentials.tsx';
import { fingersOf, hasFace, hasIris, hasPhoto } from '../../../../web/features/users/enrol/enrolled.ts';
import { isEnrolled, lacking } from '../../../../web/features/users/form/identify.ts';
import { user } from './world.tsx';

const bit = (n: number) => 1 << n;

describe('what is enrolled', () => {
  it.each([
    [0, [], false, false, false],
    [bit(0) | bit(9), [0, 9], false, false, false],
    [bit(10), [], true, false, false],
    [bit(11), [], false, true, false],
    [bit(12), [], false, true, false],
    [bit(13), [], false, false, true],
  ])('%d', (enrolled, fingers, face, iris, photo) => {
    const one = user({ enrolled });
    expect([fingersOf(one), hasFace(one), hasIris(one), hasPhoto(one)]).toEqual([fingers, face, iris, photo]);
  });

  it('is what the factors of a mode go by', () => {
    const one = user({ enrolled: bit(3) | bit(11), cardno: '0', hasPassword: false });
    expect(lacking(one, ['card', 'finger', 'password', 'face', 'iris', 'id'])).toEqual(['card', 'password', 'face']);
    expect(isEnrolled(user({ enrolled: bit(13) }), 'face')).toBe(false);
  });

  it('stands in the list in words', () => {
    render(<Credentials user={user({ enrolled: bit(2) | bit(3) | bit(10), cardno: '7', hasPassword: false })} />);
    const held = screen.getByTitle(/^Card, /);
    expect(held.querySelector('.visually-hidden')?.textContent).toBe('Card, 2 of 10 fingers, Face');
    expect(held.querySelector('.held-one:nth-child(3)')?.textContent).toBe('2'); // beside the finger
  });
});
