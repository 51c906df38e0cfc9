package org.flashgrove.storage.heap;

import org.flashgrove.core.replacement.PolicyMaker;

/**
 * The memory of a heap file.
 *
 * @param frames pages kept at most, at least 8
 * @param policy what replaces them; one that keeps every page it is offered
 */
public record HeapMemory(int frames, PolicyMaker policy) {}
