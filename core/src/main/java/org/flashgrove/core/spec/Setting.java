package org.flashgrove.core.spec;

import java.util.List;

/**
 * Description of a key of a spec.
 *
 * @param key the key
 * @param usual default value; empty if there is none
 * @param allowed description of the allowed values; empty if unknown
 * @param words the allowed values if they are a fixed list of words, otherwise empty
 */
public record Setting(String key, String usual, String allowed, List<String> words) {}
