/** Replacement policies that only buffers of the literature use. */
package org.flashgrove.literature.replacement;
