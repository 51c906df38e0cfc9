package org.flashgrove.core.spec;

import java.util.List;

/**
 * A key that a spec was asked for.
 *
 * @param key the key
 * @param usual its value where it is not given; empty if there is none
 * @param allowed what is allowed, in words; empty if that is not known
 * @param words the words that are allowed, if there are no other values
 */
public record Setting(String key, String usual, String allowed, List<String> words) {}
