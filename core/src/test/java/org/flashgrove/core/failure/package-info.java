/** Tests of the page that lists exceptions. */
package org.flashgrove.core.failure;
