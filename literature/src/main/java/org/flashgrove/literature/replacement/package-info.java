/** Replacement policies from the literature. Specs can name all of them except GFFM's policy. */
package org.flashgrove.literature.replacement;
