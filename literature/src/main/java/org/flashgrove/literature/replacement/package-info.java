/** Replacement policies of the literature, found by name, and that of GFFM. */
package org.flashgrove.literature.replacement;
